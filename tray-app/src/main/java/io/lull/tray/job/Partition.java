package io.lull.tray.job;

import io.lull.tray.model.Tone;
import java.util.List;

/**
 * The owners of the data's parts, as rectangles of a square of side 1 with areas in proportion.
 *
 * @param inPlace whether the parts are placed as in the data; else only their size is true
 * @param shape columns for each row of the data
 */
public record Partition(List<Part> parts, boolean inPlace, double shape) {
  public static final Partition NOTHING = new Partition(List.of(), true, 1);

  /** The part of one owner. */
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
