package io.lull.tray.job;

import io.lull.tray.model.Tone;
import java.util.List;

/**
 * Who has which part of the data, as rectangles of a square of side 1 that are as large as the
 * parts.
 *
 * @param inPlace whether the parts lie as they do in the data; else only their size is true
 * @param shape columns for each row of the data
 */
public record Partition(List<Part> parts, boolean inPlace, double shape) {
  public static final Partition NOTHING = new Partition(List.of(), true, 1);

  /** Which of somebody's data. */
  public record Part(
      int rank,
      String node,
      Tone tone,
      String owner,
      double share,
      double left,
      double top,
      double width,
      double height) {}

  public Partition {
    parts = List.copyOf(parts);
  }
}
