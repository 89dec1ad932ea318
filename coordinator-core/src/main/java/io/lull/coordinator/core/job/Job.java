package io.lull.coordinator.core.job;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One parallel run, with all that has to survive the coordinator.
 *
 * @param workers its processes, those about to end too, by id, in the order of their starts
 */
public record Job(
    JobTerms terms,
    Phase phase,
    Map<String, Worker> workers,
    JobProgress progress,
    Generations generations,
    JobTargets targets,
    JobHistory history) {
  public Job {
    workers = Collections.unmodifiableMap(new LinkedHashMap<>(workers));
  }

  /** A job that was just accepted. */
  public static Job submitted(JobTerms terms) {
    return new Job(
        terms,
        Prerequisites.of(terms.spec()).isEmpty() ? new Phase.Queued() : new Phase.Awaiting(),
        Map.of(),
        JobProgress.START,
        Generations.NONE,
        JobTargets.NONE,
        JobHistory.EMPTY);
  }

  /** The same, as if all that it waits for had come about. */
  public Job freed() {
    return new Job(terms, new Phase.Queued(), workers, progress, generations, targets, history);
  }

  /** With a certificate for its workers, where they need one and have none. */
  public Job equipped(WorkerKeys keys) {
    return terms.awaitsKey()
        ? new Job(
            terms.with(keys.of(id())), phase, workers, progress, generations, targets, history)
        : this;
  }

  /** Under other terms; an operator's number of workers that they no longer allow is dropped. */
  public Job amended(Amendment amendment) {
    final JobTerms next = terms.with(amendment.of(terms.spec()));
    final boolean allowed = wantedCount() >= next.least() && wantedCount() <= next.greatest();
    return new Job(
        next,
        phase,
        workers,
        progress,
        generations,
        allowed ? targets : targets.resized(0),
        history);
  }

  public String id() {
    return terms.id();
  }

  /**
   * How many workers it has use for: a bag, also before it has begun, no more than for its tasks.
   */
  public int greatest() {
    if (!terms.isBag()) {
      return terms.greatest();
    }
    final Bag bag = terms.spec().getBag();
    final long open =
        dealing().map(dealing -> dealing.tasks().open(bag.getTasks())).orElse(bag.getTasks());
    return Math.clamp(
        open * TaskVotes.mostNodes(bag.getReplicas()), terms.least(), terms.greatest());
  }

  /** On how many workers a moldable job runs or is about to; 0 when that is yet to be chosen. */
  public int settled() {
    return settled(terms, phase, progress, placed());
  }

  public static int settled(
      JobTerms terms, Phase phase, JobProgress progress, JobEvent.Placed placed) {
    if (!terms.moldable()) {
      return 0;
    }
    return switch (phase) {
      case Phase.Relearning relearning -> settled(terms, relearning.before(), progress, placed);
      case Phase.Running r -> progress.layout().getMembersCount();
      case Phase.Changing c -> progress.layout().getMembersCount();
      case Phase.Suspending s -> progress.layout().getMembersCount();
      case Phase.Finishing f -> progress.layout().getMembersCount();
      case Phase.Forming forming when forming.purpose().what() == Phase.Purpose.What.RECOVER ->
          progress.layout().getMembersCount();
      default -> placed.nodes().size();
    };
  }

  /** How far its tasks are, as long as they are dealt. */
  public Optional<Phase.Dealing> dealing() {
    final Phase present =
        phase instanceof Phase.Relearning relearning ? relearning.before() : phase;
    return present instanceof Phase.Dealing dealing ? Optional.of(dealing) : Optional.empty();
  }

  public JobState state() {
    return stateOf(phase);
  }

  private static JobState stateOf(Phase phase) {
    return switch (phase) {
      case Phase.Awaiting a -> JobState.QUEUED;
      case Phase.Queued q -> JobState.QUEUED;
      case Phase.Forming f ->
          f.purpose().what() == Phase.Purpose.What.RECOVER
              ? JobState.RECOVERING
              : JobState.STARTING;
      case Phase.Running r -> JobState.RUNNING;
      case Phase.Changing c -> JobState.RECONFIGURING;
      case Phase.Suspending s -> JobState.RECONFIGURING;
      case Phase.Suspended s -> JobState.SUSPENDED;
      case Phase.Finishing f -> JobState.RUNNING;
      case Phase.Dealing d when !d.assignments().isEmpty() -> JobState.RUNNING;
      case Phase.Dealing d -> d.tasks().freshFrom() == 0 ? JobState.STARTING : JobState.SUSPENDED;
      case Phase.Over o -> o.state();
      case Phase.Relearning r -> stateOf(r.before());
    };
  }

  /** Whether anything can still happen to it. */
  public boolean ended() {
    return phase instanceof Phase.Over;
  }

  /** Whether others have to finish before it may have nodes. */
  public boolean awaiting() {
    return phase instanceof Phase.Awaiting;
  }

  /** Whether its agents have yet to come back after the coordinator's restart. */
  public boolean relearning() {
    return phase instanceof Phase.Relearning;
  }

  /**
   * The workers on the node whose processes are to live on: all others of this job there are to be
   * ended.
   */
  public Set<String> wantedWorkers(String node) {
    return workers.values().stream()
        .filter(w -> w.node().equals(node) && w.state() != WorkerState.ENDING)
        .map(Worker::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether outputs of that worker may come from the node: it runs there, or has ended and left
   * what a bag's tasks wrote.
   */
  public boolean has(String worker, String node) {
    final Worker living = workers.get(worker);
    return living != null
        ? living.node().equals(node)
        : dealing()
            .map(dealing -> dealing.assignments().get(worker))
            .filter(assignment -> assignment.node().equals(node))
            .isPresent();
  }

  /** The nodes that have a process of this job, one that is about to end too. */
  public Set<String> occupied() {
    if (workers.isEmpty()) {
      return Set.of(); // as most are, of thousands that wait
    }
    return workers.values().stream()
        .map(Worker::node)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The nodes that have a worker of this job which belongs to its configuration or may come to. */
  public Set<String> present() {
    if (workers.isEmpty()) {
      return Set.of();
    }
    return workers.values().stream()
        .filter(w -> w.state().usable())
        .map(Worker::node)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The nodes of the configuration in force, as far as their workers live. */
  public Set<String> memberNodes() {
    return workers.values().stream()
        .filter(w -> w.state() == WorkerState.MEMBER)
        .map(Worker::node)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The nodes that have pieces of this job's checkpoints or may have. */
  public Set<String> holders() {
    return new TreeSet<>(generations.holders().addresses().keySet());
  }

  /** Its processes: the members by rank, then those that may come to join or are about to leave. */
  public List<Worker> workersByRank() {
    final Map<String, Worker> others = new LinkedHashMap<>(workers);
    final List<Worker> ordered = new ArrayList<>();
    for (final Member member : progress.layout().getMembersList()) {
      final Worker worker = others.remove(member.getWorker());
      if (worker != null) {
        ordered.add(worker);
      }
    }
    ordered.addAll(others.values());
    return ordered;
  }

  /** The rank of the worker on the node; -1 for none. */
  public int rankOn(String node) {
    final List<Member> members = progress.layout().getMembersList();
    for (int rank = 0; rank < members.size(); rank++) {
      final Worker worker = workers.get(members.get(rank).getWorker());
      if (worker != null && worker.node().equals(node) && worker.state() == WorkerState.MEMBER) {
        return rank;
      }
    }
    return -1;
  }

  /** The policy's newest word that the job heard. */
  public JobEvent.Placed placed() {
    return targets.placed();
  }

  /** Since when the policy's word is what it is. */
  public AllocationTimes allocated() {
    return targets.allocated();
  }

  /** The sum over nodes of how long it has had each, until now or its end. */
  public long nodeMillis(long nowMillis) {
    return allocated().nodeMillis(placed().nodes(), ended() ? endedMillis() : nowMillis);
  }

  /** How many workers an operator wants; 0 for none said. */
  public int wantedCount() {
    return targets.workers();
  }

  /** Who holds it, so that it gets no nodes; empty: nobody. */
  public String heldBy() {
    return targets.heldBy();
  }

  /** How often it went back to its last checkpoint. */
  public int recoveries() {
    return history.faults().recoveries();
  }

  /** The moves that are wanted, with their causes. */
  public List<JobTargets.Pin> pins() {
    return targets.pins();
  }

  /** What is to be moved now: a ghost that is to take over has to be there first. */
  public List<JobDemand.Move> moves() {
    final Set<String> there = new TreeSet<>(present());
    there.addAll(ghosts());
    return targets.pins().stream()
        .filter(pin -> pin.method() != ChangeMethod.GHOST || there.contains(pin.move().to()))
        .map(JobTargets.Pin::move)
        .toList();
  }

  /** The nodes on which an operator wants a ghost to take over. */
  public Set<String> awaitedGhosts() {
    return targets.pins().stream()
        .filter(pin -> pin.method() == ChangeMethod.GHOST)
        .map(pin -> pin.move().to())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The nodes on which a worker waits that is ready, but has no data. */
  public Set<String> ghosts() {
    return workers.values().stream()
        .filter(w -> w.state() == WorkerState.GHOST && !w.host().isEmpty())
        .map(Worker::node)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Nodes that failed this job and are not to be given to it, and until when (epoch milliseconds).
   */
  public Map<String, Long> avoided() {
    return new TreeMap<>(targets.avoided());
  }

  /** Epoch milliseconds; 0 for not yet. */
  public long endedMillis() {
    return history.times().finishedMillis();
  }

  /** When what it had stored was dropped, in epoch milliseconds; 0 for never. */
  public long outputsDroppedMillis() {
    return history.result().droppedMillis();
  }

  /** Why its terms cannot be changed so, in one line; empty when they can. */
  public String refusal(Amendment amendment) {
    if (ended()) {
      return id() + " has ended: it is " + state().wire();
    }
    return settled() > 0 && amendment.workers().isPresent()
        ? id()
            + " is moldable: it keeps the "
            + settled()
            + " workers with which it began; cancel it and submit it again for another number"
        : "";
  }

  /** Why somebody's wish cannot be followed, in one line; empty when it can. */
  public String refusal(JobEvent wish) {
    if (ended()) {
      return id() + " has ended: it is " + state().wire();
    }
    return switch (wish) {
      case JobEvent.Resize resize when settled() > 0 ->
          id()
              + " is moldable: it keeps the "
              + settled()
              + " workers with which it began; cancel it and submit it again for another number";
      case JobEvent.Resize resize
          when resize.workers() != 0
              && (resize.workers() < terms.least() || resize.workers() > terms.greatest()) ->
          id()
              + " runs on "
              + terms.least()
              + " to "
              + terms.greatest()
              + " workers: "
              + resize.workers()
              + " is not among them";
      case JobEvent.Resize(int wanted, ChangeMethod method) -> refusal(wanted, method);
      case JobEvent.Release _ when heldBy().isEmpty() -> id() + " is not held";
      case JobEvent.Migrate move when !present().contains(move.from()) ->
          id() + " has no worker on " + move.from() + ": it is on " + String.join(", ", present());
      case JobEvent.Migrate move when present().contains(move.to()) ->
          id() + " already has a worker on " + move.to();
      case JobEvent.Rebalance _ -> rebalanceRefusal();
      default -> "";
    };
  }

  private String refusal(int workers, ChangeMethod method) {
    final int present = memberNodes().size();
    final boolean wrong =
        (method == ChangeMethod.ADD && workers <= present)
            || (method == ChangeMethod.REMOVE && workers >= present);
    return wrong
        ? id()
            + " has "
            + present
            + (present == 1 ? " worker: " : " workers: ")
            + workers
            + " is not "
            + (method == ChangeMethod.ADD ? "more" : "fewer")
            + ", as --method "
            + method.wire()
            + " says; leave it out for any number"
        : "";
  }

  private String rebalanceRefusal() {
    if (!(phase instanceof Phase.Running) || progress.layout().getMembersCount() < 2) {
      return id() + " does not compute on several workers now";
    }
    if (LayoutShares.of(progress.layout()).isEmpty()) {
      return id() + " shares its data out in a way that the speeds of workers do not change";
    }
    return progress.gauge().recent().loads().proposal(progress.layout()).isEmpty()
        ? id() + " has not computed long enough on these workers to be measured: try again later"
        : "";
  }
}
