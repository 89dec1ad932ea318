package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several {@link SideLook}s, each at its own pace. Not for two threads at once. */
public final class SideLooks {
  private static final Logger LOG = LoggerFactory.getLogger(SideLooks.class);

  private final List<SideLook> looks;
  private final Map<SideLook, Long> dueNanos = new HashMap<>();

  public SideLooks(List<SideLook> looks) {
    this.looks = List.copyOf(looks);
  }

  /** Takes those that are due. One that fails says nothing. */
  public List<InputSignal> due(long nowNanos) {
    final List<InputSignal> told = new ArrayList<>();
    for (final SideLook look : looks) {
      if (nowNanos - dueNanos.getOrDefault(look, nowNanos) < 0) {
        continue;
      }
      dueNanos.put(look, nowNanos + look.every().toNanos());
      try {
        told.addAll(look.look());
      } catch (RuntimeException | LinkageError e) {
        LOG.debug("{} could not be taken: {}", look, e.getMessage());
      }
    }
    return told;
  }
}
