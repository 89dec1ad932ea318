package io.lull.reconfig.grid;

import io.lull.reconfig.stencil.Stencil;

/**
 * The reach of a cell's new value to its neighbours, corners included.
 *
 * @param width in cells; 0: no neighbour is read
 * @param periodic true: the grid's opposite edges are neighbours; false: outside the grid there are
 *     zeros
 */
public record Halo(int width, boolean periodic) {
  /** No stencil reaches farther. */
  public static final int MAX_WIDTH = Stencil.MAX_REACH;

  public Halo {
    if (width < 0 || width > MAX_WIDTH) {
      throw new IllegalArgumentException(
          "a halo's width is from 0 to " + MAX_WIDTH + ", not " + width);
    }
  }

  public static Halo of(int width) {
    return new Halo(width, false);
  }

  public static Halo periodic(int width) {
    return new Halo(width, true);
  }
}
