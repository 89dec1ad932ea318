package io.lull.coordinator.job;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How long a job has had its nodes, as epoch milliseconds.
 *
 * @param sinceMillis since when it has had some, or has had none; 0 for since it was submitted
 * @param changedMillis when others were given to it or taken from it last; 0 for never
 */
public record Tenure(long sinceMillis, long changedMillis) {
  static final Tenure NONE = new Tenure(0, 0);

  Tenure after(List<PlacedNode> before, List<PlacedNode> next, long nowMillis) {
    if (names(before).equals(names(next))) {
      return this;
    }
    return new Tenure(before.isEmpty() == next.isEmpty() ? sinceMillis : nowMillis, nowMillis);
  }

  private static Set<String> names(List<PlacedNode> nodes) {
    return nodes.stream().map(PlacedNode::name).collect(Collectors.toSet());
  }
}
