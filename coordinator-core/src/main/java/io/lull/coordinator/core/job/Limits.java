package io.lull.coordinator.core.job;

/** All deadlines and retry limits of a job. */
public final class Limits {
  /** For a process to start and say that it is ready; twice as long at each further attempt. */
  public static final long START_MILLIS = 30_000;

  /** However often a process was not ready in time. */
  public static final long LONGEST_START_MILLIS = 120_000;

  /** For all workers to come to a safe point, unless one iteration takes longer. */
  public static final long HALT_MILLIS = 60_000;

  /**
   * However long an iteration takes, a job that does not reach a safe point within this is let go
   * on.
   */
  public static final long LONGEST_HALT_MILLIS = 600_000;

  /** So many iterations have to fit into the wait for a safe point. */
  public static final double HALT_ITERATIONS = 3;

  /** For the data to move, or to be read from its pieces. */
  public static final long RECONFIGURE_MILLIS = 60_000;

  /** For a checkpoint, from its capture to the last piece's safe keeping. */
  public static final long CHECKPOINT_MILLIS = 60_000;

  /**
   * How long an owner waits for new workers to be ready before the job shrinks first and grows
   * later.
   */
  public static final long OWNER_WAITS_MILLIS = 3_000;

  /** Where safe points are farther apart, each is kept until the next. */
  public static final double KEPT_SAFE_POINT_SECONDS = 0.5;

  /** For those who will be in a change to link up and to plan it, while they compute. */
  public static final long MEETING_MILLIS = 10_000;

  /** Linking and planning while an owner waits for it. */
  public static final long HURRIED_MEETING_MILLIS = 500;

  /** After linking and planning, for data to be copied to those who join, while all compute. */
  public static final long COPY_MILLIS = 30_000;

  /** How long a job that lost workers waits for others before it goes on with those it has. */
  public static final long RECOVERY_GATHER_MILLIS = 3_000;

  /**
   * How long evidence of an ended worker or a lost node is waited for after a worker lost a peer.
   */
  public static final long DOUBT_MILLIS = 2_000;

  /**
   * How long nodes that hold the only copies of pieces are waited for before the job starts again.
   */
  public static final long HOLDERS_MILLIS = 30_000;

  /** For a worker's data to follow to the one that took its place. */
  public static final long HAND_OVER_MILLIS = 2 * RECONFIGURE_MILLIS;

  /** For a worker whose data is with others to say that it left. */
  public static final long LEAVE_MILLIS = 5_000;

  /** For outputs to arrive. */
  public static final long OUTPUTS_MILLIS = 600_000;

  /** A bag's worker whose node goes to another job has so long to end what it runs. */
  public static final long TASK_LEAVE_MILLIS = 30_000;

  /** A worker has tasks for so long beyond those that it runs: word goes to and fro meanwhile. */
  public static final double TASKS_AHEAD_MILLIS = 200;

  /**
   * However short its tasks are, a worker is dealt no more, nor more than half of its even share of
   * what is left, unless it could run that at a time twice.
   */
  public static final int TASK_WINDOW = 512;

  /** A task whose worker died so often while it ran has failed. */
  public static final int TASK_DEATHS = 3;

  /** So often a task is begun that nobody lets come to its end. */
  public static final int TASK_INTERRUPTIONS = 100;

  public static final int TASKS_STORED_AT_ONCE = 256;

  /** For agents to come back after the coordinator's restart. */
  public static final long RELEARN_MILLIS = 10_000;

  /** How long a node that failed a job is not given to it. */
  public static final long AVOID_MILLIS = 30_000;

  /** How long an operator's wish to move a worker is tried. */
  public static final long MOVE_MILLIS = 60_000;

  /**
   * For how long a job remembers that its data was shared out anew: the next time has to have cost
   * more first.
   */
  public static final long REBALANCE_MEMORY_MILLIS = 600_000;

  /** Before the first retry; doubled at each further one. */
  public static final long BACK_OFF_MILLIS = 500;

  public static final long LONGEST_BACK_OFF_MILLIS = 8_000;

  public static final int START_RETRIES = 3;
  public static final int CHANGE_RETRIES = 3;
  public static final int RECOVERIES_IN_A_ROW = 10;

  /** A program that ends its worker so often at the same place will do it again. */
  public static final int CRASHES_IN_A_ROW = 3;

  /** Workers report how far they are several times a second. */
  public static final double UNREPORTED_SECONDS = 2;

  public static final int OUTPUT_RETRIES = 3;
  public static final int ACCUSATIONS = 3;

  /** The newest events are kept. */
  public static final int EVENTS = 1000;

  /** The newest decisions are kept, each with what was considered. */
  public static final int DECISIONS = 32;

  /** The same decision about the same nodes is noted again after so long. */
  public static final long SAME_DECISION_MILLIS = 600_000;

  /**
   * Committed generations that are kept: the newest, and one to fall back to when it cannot be
   * read.
   */
  public static final int GENERATIONS = 2;

  public static final long FIRST_CHECKPOINT_MILLIS = 3_000;
  public static final long SHORTEST_INTERVAL_MILLIS = 5_000;
  public static final long LONGEST_INTERVAL_MILLIS = 600_000;

  /**
   * Of a core, unless the user says how often: so much of a worker's time goes into keeping its and
   * others' pieces at most.
   */
  public static final double CHECKPOINT_PROCESSOR_SHARE = 0.01;

  /**
   * The mean time between the failures of one worker, as long as the job's own failures do not say
   * otherwise.
   */
  public static final double WORKER_MEAN_LIFE_MILLIS = 2 * 3_600_000.0;

  /**
   * For the parities of a group, once all its pieces are on disks, and for lost pieces to be made
   * again: without a sign that they get on.
   */
  public static final long CODING_MILLIS = 60_000;

  /** A piece that so many nodes could not read, or found too little left of to make, is lost. */
  public static final int REBUILD_TRIES = 3;

  /** Where enough may be left of it. */
  public static final int REBUILD_RETRIES = 8;

  /** Pieces of one worker that a buddy has to keep at most: two generations, and one on its way. */
  public static final int PIECES_AT_BUDDY = 3;

  /** So many other nodes are asked, one after the other, until one has a copy of a piece. */
  public static final int COPY_TRIES = 3;

  private Limits() {}

  /**
   * For how long a process is waited for, after so many that failed: a machine that is busy, or
   * whose disk is slow, may need long, and one attempt as short as the last would fail as it did.
   */
  public static long startMillis(int failures) {
    return Math.min(LONGEST_START_MILLIS, START_MILLIS << Math.clamp(failures, 0, 10));
  }

  public static long backOff(int failures) {
    return Math.min(LONGEST_BACK_OFF_MILLIS, BACK_OFF_MILLIS << Math.clamp(failures - 1, 0, 10));
  }
}
