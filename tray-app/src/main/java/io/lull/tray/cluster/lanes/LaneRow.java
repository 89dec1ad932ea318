package io.lull.tray.cluster.lanes;

import io.lull.tray.chart.MachineUse;
import java.util.List;

/** What a machine was used for. */
public record LaneRow(String node, List<Part> parts) {
  public LaneRow {
    parts = List.copyOf(parts);
  }

  /** From a moment until another. */
  public record Part(long fromMillis, long untilMillis, MachineUse use) {}
}
