package io.lull.tray.cluster.lanes;

import io.lull.tray.chart.MachineUse;
import java.util.List;

/** The use of a machine. */
public record LaneRow(String node, List<Part> parts) {
  public LaneRow {
    parts = List.copyOf(parts);
  }

  /** A period of one use. */
  public record Part(long fromMillis, long untilMillis, MachineUse use) {}
}
