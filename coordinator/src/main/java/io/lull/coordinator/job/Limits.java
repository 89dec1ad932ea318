package io.lull.coordinator.job;

/** How long each wait may last and how often each thing may be tried, in one place. */
final class Limits {
  /** For a process to start and say that it is ready. */
  static final long START_MILLIS = 30_000;

  /** For all workers to come to a safe point, unless one iteration takes longer. */
  static final long HALT_MILLIS = 60_000;

  /**
   * However long an iteration takes, a job that does not reach a safe point within this is let go
   * on.
   */
  static final long LONGEST_HALT_MILLIS = 600_000;

  /** So many iterations have to fit into the wait for a safe point. */
  static final double HALT_ITERATIONS = 3;

  /** For the data to move, or to be read from its pieces. */
  static final long RECONFIGURE_MILLIS = 60_000;

  /** For a checkpoint, from its capture to the last piece's safe keeping. */
  static final long CHECKPOINT_MILLIS = 60_000;

  /**
   * How long an owner waits for new workers to be ready before the job shrinks first and grows
   * later.
   */
  static final long OWNER_WAITS_MILLIS = 3_000;

  /** Where safe points are farther apart, each is kept until the next. */
  static final double KEPT_SAFE_POINT_SECONDS = 0.5;

  /** For those who will be in a change to link up and to plan it, while they compute. */
  static final long MEETING_MILLIS = 10_000;

  /** The same while an owner waits for it. */
  static final long HURRIED_MEETING_MILLIS = 500;

  /** How long a job that lost workers waits for others before it goes on with those it has. */
  static final long RECOVERY_GATHER_MILLIS = 3_000;

  /**
   * How long evidence of an ended worker or a lost node is waited for after a worker lost a peer.
   */
  static final long DOUBT_MILLIS = 2_000;

  /**
   * How long nodes that hold the only copies of pieces are waited for before the job starts anew.
   */
  static final long HOLDERS_MILLIS = 30_000;

  /** For a worker whose data is with others to say that it left. */
  static final long LEAVE_MILLIS = 5_000;

  /** For outputs to arrive. */
  static final long OUTPUTS_MILLIS = 600_000;

  /** A bag's worker whose node goes to another job has so long to end what it runs. */
  static final long TASK_LEAVE_MILLIS = 30_000;

  /** A worker has tasks for so long beyond those that it runs: word goes to and fro meanwhile. */
  static final double TASKS_AHEAD_MILLIS = 200;

  /**
   * However short its tasks are, a worker is dealt no more, nor more than half of its even share of
   * what is left, unless it could run that at a time twice.
   */
  static final int TASK_WINDOW = 512;

  /** A task whose worker died so often while it ran has failed. */
  static final int TASK_DEATHS = 3;

  /** So often a task is begun that nobody lets come to its end. */
  static final int TASK_INTERRUPTIONS = 100;

  static final int TASKS_STORED_AT_ONCE = 256;

  /** For agents to come back after the coordinator's restart. */
  static final long RELEARN_MILLIS = 10_000;

  /** How long a node that failed a job is not given to it. */
  static final long AVOID_MILLIS = 30_000;

  /** How long an operator's wish to move a worker is tried. */
  static final long MOVE_MILLIS = 60_000;

  /** Before the first retry; doubled at each further one. */
  static final long BACK_OFF_MILLIS = 500;

  static final long LONGEST_BACK_OFF_MILLIS = 8_000;

  static final int START_RETRIES = 3;
  static final int CHANGE_RETRIES = 3;
  static final int RECOVERIES_IN_A_ROW = 10;
  static final int OUTPUT_RETRIES = 3;
  static final int ACCUSATIONS = 3;

  /** The newest events are kept. */
  static final int EVENTS = 1000;

  /**
   * Committed generations that are kept: the newest, and one to fall back to when it cannot be
   * read.
   */
  static final int GENERATIONS = 2;

  static final long FIRST_CHECKPOINT_MILLIS = 3_000;
  static final long SHORTEST_INTERVAL_MILLIS = 5_000;
  static final long LONGEST_INTERVAL_MILLIS = 600_000;

  /**
   * The mean time between the failures of one worker, as long as the job's own failures do not say
   * otherwise.
   */
  static final double WORKER_MEAN_LIFE_MILLIS = 2 * 3_600_000.0;

  /**
   * For the parities of a group, once all its pieces are on disks, and for lost pieces to be made
   * anew: without a sign that they get on.
   */
  static final long CODING_MILLIS = 60_000;

  /** A piece that so many nodes could not read, or found too little left of to make, is lost. */
  static final int REBUILD_TRIES = 3;

  /** Where enough may be left of it. */
  static final int REBUILD_RETRIES = 8;

  /** Pieces of one worker that a buddy has to keep at most: two generations, and one on its way. */
  static final int PIECES_AT_BUDDY = 3;

  /** So many other nodes are asked, one after the other, until one has a copy of a piece. */
  static final int COPY_TRIES = 3;

  private Limits() {}

  static long backOff(int failures) {
    return Math.min(LONGEST_BACK_OFF_MILLIS, BACK_OFF_MILLIS << Math.clamp(failures - 1, 0, 10));
  }
}
