package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several {@link SideProbe}s with their own intervals. Not for two threads at once. */
public final class SideProbes {
  private static final Logger LOG = LoggerFactory.getLogger(SideProbes.class);

  private final List<SideProbe> looks;
  private final Map<SideProbe, Long> dueNanos = new HashMap<>();

  public SideProbes(List<SideProbe> looks) {
    this.looks = List.copyOf(looks);
  }

  /** Calls those that are due. A failing one reports nothing. */
  public List<InputSignal> due(long nowNanos) {
    final List<InputSignal> told = new ArrayList<>();
    for (final SideProbe look : looks) {
      if (nowNanos - dueNanos.getOrDefault(look, nowNanos) < 0) {
        continue;
      }
      dueNanos.put(look, nowNanos + look.every().toNanos());
      try {
        told.addAll(look.look());
      } catch (RuntimeException | LinkageError e) {
        LOG.debug("cannot read {}: {}", look, e.getMessage());
      }
    }
    return told;
  }
}
