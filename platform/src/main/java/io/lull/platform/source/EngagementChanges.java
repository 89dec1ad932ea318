package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Engagement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Derives changes from the present engagements. Not for two threads at once. */
public final class EngagementChanges {
  /** A program could invent a name every second: further ones count as one without a name. */
  private static final int MOST = 32;

  private final String source;
  private Set<Busy> told = Set.of();

  /**
   * @param by for people; empty: not known
   */
  public record Busy(Engagement how, String by) {}

  public EngagementChanges(String source) {
    this.source = source;
  }

  public List<InputSignal> now(Set<Busy> busy) {
    final Set<Busy> kept = new LinkedHashSet<>();
    for (final Busy each : busy) {
      kept.add(kept.size() < MOST ? each : new Busy(each.how(), ""));
    }
    final List<InputSignal> changes = new ArrayList<>();
    // New engagements are reported first: in between the owner must not seem to be away.
    kept.stream()
        .filter(each -> !told.contains(each))
        .forEach(each -> changes.add(new Engaged(source, each.how(), each.by(), true)));
    told.stream()
        .filter(each -> !kept.contains(each))
        .forEach(each -> changes.add(new Engaged(source, each.how(), each.by(), false)));
    told = kept;
    return changes;
  }
}
