package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventCause;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Contract;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The targets that the policy and operators set for a job.
 *
 * @param placed the policy's newest word
 * @param allocated since when it is so
 * @param workers an operator's number; 0 for none
 * @param avoided nodes that failed this job, and until when they are not to be given to it
 * @param heldBy who holds it: until it is released it gets no nodes; empty: nobody
 * @param goal how the data is to be shared out among the nodes
 * @param contract what it is to take from one safe point to the next
 */
public record JobTargets(
    JobEvent.Placed placed,
    AllocationTimes allocated,
    int workers,
    List<Pin> pins,
    Map<String, Long> avoided,
    String heldBy,
    WeightGoal goal,
    Contract contract) {
  public static final JobTargets NONE =
      new JobTargets(
          new JobEvent.Placed(
              List.of(), List.of(), Map.of(), EventCause.SCHEDULER, "waits for its turn"),
          AllocationTimes.NONE,
          0,
          List.of(),
          Map.of(),
          "",
          WeightGoal.NONE,
          Contract.NONE);

  public JobTargets {
    pins = List.copyOf(pins);
    avoided = Map.copyOf(avoided);
  }

  /**
   * A move that is wanted, and until when it is tried.
   *
   * @param cause why it is wanted
   * @param method how; {@link ChangeMethod#NONE}: whichever is best
   */
  public record Pin(Move move, EventCause cause, ChangeMethod method, long untilMillis) {}

  public JobTargets with(JobEvent.Placed next, long nowMillis) {
    return new JobTargets(
        next,
        allocated.after(placed.nodes(), next.nodes(), nowMillis),
        workers,
        pins,
        avoided,
        heldBy,
        goal,
        contract);
  }

  public JobTargets resized(int next) {
    return new JobTargets(placed, allocated, next, pins, avoided, heldBy, goal, contract);
  }

  public JobTargets pinned(Pin pin) {
    final List<Pin> all = new ArrayList<>(pins);
    all.removeIf(p -> p.move().from().equals(pin.move().from()));
    all.add(pin);
    return new JobTargets(placed, allocated, workers, all, avoided, heldBy, goal, contract);
  }

  public JobTargets avoiding(String node, long untilMillis) {
    final Map<String, Long> all = new HashMap<>(avoided);
    all.put(node, untilMillis);
    return new JobTargets(placed, allocated, workers, pins, all, heldBy, goal, contract);
  }

  /**
   * @param by empty: it is released
   */
  public JobTargets held(String by) {
    return new JobTargets(placed, allocated, workers, pins, avoided, by, goal, contract);
  }

  public JobTargets with(WeightGoal next) {
    return new JobTargets(placed, allocated, workers, pins, avoided, heldBy, next, contract);
  }

  public JobTargets with(Contract next) {
    return new JobTargets(placed, allocated, workers, pins, avoided, heldBy, goal, next);
  }

  /** The share of the cells that a worker on the node is to have, relative to the others'. */
  public double weightOn(String node) {
    return goal.of(node, placed.nodes());
  }

  /** Without what is over. */
  public JobTargets at(long nowMillis, Set<String> present) {
    final List<Pin> lasting =
        pins.stream()
            .filter(p -> p.untilMillis() > nowMillis && present.contains(p.move().from()))
            .toList();
    final Map<String, Long> still = new HashMap<>(avoided);
    still.values().removeIf(until -> until <= nowMillis);
    final WeightGoal here = goal.on(present);
    return lasting.size() == pins.size() && still.size() == avoided.size() && here.equals(goal)
        ? this
        : new JobTargets(placed, allocated, workers, lasting, still, heldBy, here, contract);
  }
}
