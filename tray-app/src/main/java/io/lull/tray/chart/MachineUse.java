package io.lull.tray.chart;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What nodes are to the grid, in the order in which a chart stacks them, from its ground up. */
public enum MachineUse {
  RUNNING,
  AVAILABLE,
  OWNER,
  OFFLINE;

  /** As the coordinator and the texts name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<MachineUse> named(String key) {
    return Stream.of(values()).filter(use -> use.key().equals(key)).findFirst();
  }
}
