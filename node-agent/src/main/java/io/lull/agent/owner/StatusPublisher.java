package io.lull.agent.owner;

import io.lull.agent.core.owner.NodeCore;
import io.lull.agent.core.owner.StatusChanges;
import io.lull.platform.input.InputSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a node's status whenever it changes in a way that must be known at once, and tells the
 * input sources when guests may run: sources that poll then look more often.
 */
final class StatusPublisher {
  private final List<InputSource> sources;
  private final StatusChanges changes = new StatusChanges();
  private @Nullable OwnerListener listener;
  private boolean guestMayRun = true;

  StatusPublisher(List<InputSource> sources) {
    this.sources = List.copyOf(sources);
  }

  void to(OwnerListener hears) {
    listener = hears;
  }

  void publish(NodeCore core) {
    final boolean may = core.willing() || core.hasGuests();
    if (may != guestMayRun) {
      guestMayRun = may;
      sources.forEach(source -> source.guestMayRun(may));
    }
    final OwnerListener hears = listener;
    if (hears != null) {
      changes.after(core).ifPresent(hears::status);
      hears.stepped();
    }
  }
}
