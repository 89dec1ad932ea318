package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventCause;
import io.lull.scheduling.JobDemand.Move;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The targets that the policy and operators set for a job.
 *
 * @param placed the policy's newest word
 * @param tenure since when it is so
 * @param workers an operator's number; 0 for none
 * @param avoided nodes that failed this job, and until when they are not to be given to it
 */
public record Wishes(
    JobEvent.Placed placed, Tenure tenure, int workers, List<Pin> pins, Map<String, Long> avoided) {
  public static final Wishes NONE =
      new Wishes(
          new JobEvent.Placed(
              List.of(), List.of(), Map.of(), EventCause.SCHEDULER, "waits for its turn"),
          Tenure.NONE,
          0,
          List.of(),
          Map.of());

  public Wishes {
    pins = List.copyOf(pins);
    avoided = Map.copyOf(avoided);
  }

  /** An operator's move, and until when it is tried. */
  public record Pin(Move move, long untilMillis) {}

  public Wishes with(JobEvent.Placed next, long nowMillis) {
    return new Wishes(
        next, tenure.after(placed.nodes(), next.nodes(), nowMillis), workers, pins, avoided);
  }

  public Wishes resized(int next) {
    return new Wishes(placed, tenure, next, pins, avoided);
  }

  public Wishes pinned(Pin pin) {
    final List<Pin> all = new ArrayList<>(pins);
    all.removeIf(p -> p.move().from().equals(pin.move().from()));
    all.add(pin);
    return new Wishes(placed, tenure, workers, all, avoided);
  }

  public Wishes avoiding(String node, long untilMillis) {
    final Map<String, Long> all = new HashMap<>(avoided);
    all.put(node, untilMillis);
    return new Wishes(placed, tenure, workers, pins, all);
  }

  /** Without what is over. */
  public Wishes at(long nowMillis, Set<String> present) {
    final List<Pin> lasting =
        pins.stream()
            .filter(p -> p.untilMillis() > nowMillis && present.contains(p.move().from()))
            .toList();
    final Map<String, Long> still = new HashMap<>(avoided);
    still.values().removeIf(until -> until <= nowMillis);
    return lasting.size() == pins.size() && still.size() == avoided.size()
        ? this
        : new Wishes(placed, tenure, workers, lasting, still);
  }
}
