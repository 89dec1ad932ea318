package io.lull.apps.life;

import java.util.BitSet;

/** Living cells in a rectangle. */
record Pattern(int rows, int columns, BitSet living) {

  boolean lives(long row, long column) {
    return row >= 0
        && row < rows
        && column >= 0
        && column < columns
        && living.get((int) (row * columns + column));
  }
}
