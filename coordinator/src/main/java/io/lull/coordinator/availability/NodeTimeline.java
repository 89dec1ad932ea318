package io.lull.coordinator.availability;

import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.core.store.NodeArchive.Lives;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The use of one node over time.
 *
 * @param spans oldest first; between two, nothing is known
 */
public record NodeTimeline(String node, List<Span> spans) {
  public NodeTimeline {
    spans = List.copyOf(spans);
  }

  /** From a moment until another. */
  public record Span(long fromMillis, long untilMillis, NodeUse use) {}

  /**
   * A lane for each node, in their order, each once.
   *
   * @param window in steps: of each the use that took most of it is told
   */
  public static List<NodeTimeline> of(Window window, Lives lives, Collection<String> nodes) {
    final Map<String, Steps> all = new LinkedHashMap<>();
    nodes.forEach(node -> all.put(node, new Steps(window)));
    lives
        .days()
        .forEach((node, days) -> {
          final Steps steps = all.get(node);
          if (steps != null) {
            days.forEach((day, hours) -> hours.forEachHour(day, steps::addHour));
          }
        });
    lives
        .before()
        .forEach((node, state) -> {
          final Steps steps = all.get(node);
          if (steps != null) {
            steps.change(window.fromMillis(), state);
          }
        });
    for (final Change change : lives.changes()) {
      final Steps steps = all.get(change.node());
      if (steps != null) {
        steps.change(change.atMillis(), change.state());
      }
    }
    final List<NodeTimeline> lanes = new ArrayList<>();
    all.forEach((node, steps) -> lanes.add(new NodeTimeline(node, steps.spans())));
    return lanes;
  }

  /** One node's time in the window. */
  private static final class Steps {
    private final Window window;
    private final Map<NodeUse, double[]> millis = new EnumMap<>(NodeUse.class);
    private NodeState state = NodeState.OFFLINE;
    private long sinceMillis = Long.MAX_VALUE;

    Steps(Window window) {
      this.window = window;
    }

    void addHour(long hourMillis, NodeState in, long lasting) {
      add(hourMillis, hourMillis + NodeDay.HOUR_MILLIS, in, (double) lasting / NodeDay.HOUR_MILLIS);
    }

    void change(long atMillis, NodeState to) {
      add(sinceMillis, atMillis, state, 1);
      state = to;
      sinceMillis = atMillis;
    }

    private void add(long fromMillis, long untilMillis, NodeState in, double share) {
      final double[] of =
          millis.computeIfAbsent(NodeUse.of(in), _ -> new double[(int) window.count()]);
      final long step = window.bucket().toMillis();
      final long until = Math.min(untilMillis, window.untilMillis());
      for (long at = Math.max(fromMillis, window.fromMillis()); at < until; ) {
        final int index = (int) ((at - window.fromMillis()) / step);
        final long end = Math.min(until, window.fromMillis() + (index + 1) * step);
        of[index] += share * (end - at);
        at = end;
      }
    }

    List<Span> spans() {
      change(window.untilMillis(), state);
      final List<Span> spans = new ArrayList<>();
      final long step = window.bucket().toMillis();
      for (int s = 0; s < window.count(); s++) {
        final NodeUse most = most(s);
        if (most == null) {
          continue;
        }
        final long from = window.fromMillis() + s * step;
        final long until = Math.min(from + step, window.untilMillis());
        final Span last = spans.isEmpty() ? null : spans.getLast();
        if (last != null && last.use() == most && last.untilMillis() == from) {
          spans.set(spans.size() - 1, new Span(last.fromMillis(), until, most));
        } else {
          spans.add(new Span(from, until, most));
        }
      }
      return spans;
    }

    private @Nullable NodeUse most(int step) {
      NodeUse most = null;
      double longest = 0;
      for (final Map.Entry<NodeUse, double[]> each : millis.entrySet()) {
        if (each.getValue()[step] > longest) {
          longest = each.getValue()[step];
          most = each.getKey();
        }
      }
      return most;
    }
  }
}
