package io.lull.reconfig.distribution;

/** The reach in each direction, in cells; none of it negative. */
public record Reach(int planes, int rows, int columns) {
  /** The same in every dimension that an array has. */
  public static Reach of(int width, int dimensions) {
    return new Reach(dimensions > 2 ? width : 0, dimensions > 1 ? width : 0, width);
  }
}
