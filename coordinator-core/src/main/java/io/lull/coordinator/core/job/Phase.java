package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The phase of a job. */
public sealed interface Phase {
  /** After a worker that did not start: the same phase, which starts none before. */
  default Phase startingNotBefore(long millis) {
    return this;
  }

  /** The same phase, once whatever happened at the same time as a failure has been heard of. */
  default Phase settled() {
    return this;
  }

  /** It waits for the ends of others. */
  record Awaiting() implements Phase {}

  /** It waits for its first nodes. */
  record Queued() implements Phase {}

  /**
   * Workers are brought together, and the data is made or read.
   *
   * @param stage how far that is
   * @param spoiled copies of pieces that could not be read
   * @param attempts that did not succeed
   * @param rebuilds that did not succeed
   */
  record Forming(Purpose purpose, Stage stage, Set<Copy> spoiled, int attempts, Rebuilds rebuilds)
      implements Phase {
    public Forming {
      spoiled = Set.copyOf(spoiled);
    }

    public Forming at(Stage next) {
      return new Forming(purpose, next, spoiled, attempts, rebuilds);
    }

    @Override
    public Phase startingNotBefore(long millis) {
      return stage instanceof Gathering gathering
          ? at(new Gathering(gathering.sinceMillis(), millis, gathering.settled()))
          : this;
    }

    @Override
    public Phase settled() {
      return stage instanceof Gathering gathering
          ? at(new Gathering(gathering.sinceMillis(), gathering.notBeforeMillis(), true))
          : this;
    }
  }

  /**
   * Tries to make pieces again that came to nothing though there may be enough left of them: a
   * machine did not answer, a disk was full.
   *
   * @param failures in how many tries, by generation
   * @param unable who did not make which piece
   */
  record Rebuilds(Map<Long, Integer> failures, Set<Copy> unable) {
    public static final Rebuilds NONE = new Rebuilds(Map.of(), Set.of());

    public Rebuilds {
      failures = Map.copyOf(failures);
      unable = Set.copyOf(unable);
    }

    public int failures(long generation) {
      return failures.getOrDefault(generation, 0);
    }

    public Rebuilds failed(long generation) {
      final Map<Long, Integer> more = new HashMap<>(failures);
      more.merge(generation, 1, Integer::sum);
      return new Rebuilds(more, unable);
    }

    public Rebuilds with(Copy maker) {
      final Set<Copy> more = new HashSet<>(unable);
      more.add(maker);
      return new Rebuilds(failures, more);
    }
  }

  /**
   * What a configuration is formed for.
   *
   * @param what START, RESUME or RECOVER
   * @param sinceMillis when the need arose
   * @param nodesBefore of the configuration that was lost
   */
  record Purpose(
      What what, EventCause cause, String why, long sinceMillis, List<String> nodesBefore) {
    public enum What {
      START,
      RESUME,
      RECOVER
    }

    public Purpose {
      nodesBefore = List.copyOf(nodesBefore);
    }
  }

  /** A step of forming. */
  sealed interface Stage {}

  /**
   * Workers are started and waited for.
   *
   * @param notBeforeMillis nothing is tried before
   * @param settled whatever happened at the same time has been heard of
   */
  record Gathering(long sinceMillis, long notBeforeMillis, boolean settled) implements Stage {}

  /**
   * Pieces that were lost with their machines are made again.
   *
   * @param awaited the nodes that make them, by rank
   * @param deadlineMillis unless it gets on
   * @param failed one of them could not be made, for now
   */
  record Rebuild(long generation, Map<Integer, String> awaited, long deadlineMillis, boolean failed)
      implements Stage {
    public Rebuild {
      awaited = Map.copyOf(awaited);
    }
  }

  /**
   * Pieces are brought to the workers that are to read them.
   *
   * @param fetches what each worker's agent is to bring, by worker
   * @param awaited the workers whose pieces are not there yet
   */
  record Staging(
      List<String> members,
      long generation,
      Map<String, List<Fetch>> fetches,
      Set<String> awaited,
      long deadlineMillis)
      implements Stage {
    public Staging {
      members = List.copyOf(members);
      fetches = Map.copyOf(fetches);
      awaited = Set.copyOf(awaited);
    }
  }

  /**
   * A piece to be brought.
   *
   * @param nodes that have it, the best first
   */
  record Fetch(int rank, List<String> nodes) {
    public Fetch {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * The workers make or read their data.
   *
   * @param fetches where the pieces came from, by worker
   */
  record Preparing(Attempt attempt, Map<String, List<Fetch>> fetches) implements Stage {
    public Preparing {
      fetches = Map.copyOf(fetches);
    }
  }

  /** One copy of one piece. */
  record Copy(long generation, int rank, String node) {}

  /**
   * The workers compute.
   *
   * @param finishing one of them came to the end: no safe point comes any more
   * @param halt not null: a checkpoint waits for the next safe point
   */
  record Running(
      long sinceMillis, boolean finishing, @Nullable SafePointProposal halt, Change change)
      implements Phase {
    public Running halting(@Nullable SafePointProposal next) {
      return new Running(sinceMillis, finishing, next, change);
    }

    public Running changing(Change next) {
      return new Running(sinceMillis, finishing, halt, next);
    }
  }

  /**
   * A change that is wanted and not yet under way.
   *
   * @param sinceMillis since when; 0: none is wanted
   * @param notBeforeMillis nothing is tried before
   * @param failures in a row
   * @param meeting of those who will be in it, once it is known who
   */
  record Change(long sinceMillis, long notBeforeMillis, int failures, @Nullable Meeting meeting) {
    public static final Change NONE = new Change(0, 0, 0, null);

    public Change at(@Nullable Meeting next) {
      return new Change(sinceMillis, notBeforeMillis, failures, next);
    }
  }

  /**
   * The job changes from one configuration to the next: first {@code halt}, then {@code attempt}.
   *
   * @param halt the present workers come to a safe point
   * @param attempt not null: the data moves
   */
  record Changing(Change change, SafePointProposal halt, @Nullable Attempt attempt)
      implements Phase {}

  /**
   * The job is about to give up all its nodes: first {@code halt}, then the last checkpoint.
   *
   * @param captured the checkpoint was ordered
   */
  record Suspending(EventCause cause, SafePointProposal halt, boolean captured) implements Phase {}

  /** The job has no nodes; its data is in its last generation. */
  record Suspended(long sinceMillis) implements Phase {}

  /**
   * The program came to its end; its outputs are fetched.
   *
   * @param worker who has them
   */
  record Finishing(String worker, int failures, long deadlineMillis) implements Phase {}

  /**
   * A bag's tasks are dealt to whatever workers there are.
   *
   * @param assignments what each worker has, by worker; those of workers that are gone, too, as
   *     long as outputs are to be had there
   * @param notBeforeMillis no worker is started before
   */
  record Dealing(Tasks tasks, Map<String, TaskAssignment> assignments, long notBeforeMillis)
      implements Phase {
    public Dealing {
      assignments = Collections.unmodifiableSortedMap(new TreeMap<>(assignments));
    }

    public Dealing with(Tasks next) {
      return new Dealing(next, assignments, notBeforeMillis);
    }

    public Dealing with(String worker, TaskAssignment assignment) {
      final Map<String, TaskAssignment> all = new TreeMap<>(assignments);
      all.put(worker, assignment);
      return new Dealing(tasks, all, notBeforeMillis);
    }

    public Dealing without(String worker) {
      final Map<String, TaskAssignment> fewer = new TreeMap<>(assignments);
      fewer.remove(worker);
      return new Dealing(tasks, fewer, notBeforeMillis);
    }

    @Override
    public Phase startingNotBefore(long millis) {
      return new Dealing(tasks, assignments, millis);
    }
  }

  /** It is over. */
  record Over(JobState state) implements Phase {}

  /**
   * The coordinator started again; agents have yet to come back.
   *
   * @param before what the job was in the middle of
   * @param awaited nodes that have not said anything yet
   */
  record Relearning(Phase before, Set<String> awaited, long deadlineMillis) implements Phase {
    public Relearning {
      awaited = Set.copyOf(awaited);
    }
  }
}
