package io.lull.tray.chart;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The uses of nodes, in the order in which a chart stacks them, from the bottom. */
public enum MachineUse {
  RUNNING,
  AVAILABLE,
  OWNER,
  OFFLINE;

  /** The coordinator's and the texts' name of it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<MachineUse> named(String key) {
    return Stream.of(values()).filter(use -> use.key().equals(key)).findFirst();
  }
}
