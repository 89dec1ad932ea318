package io.lull.apps.mgs;

import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.DoubleRow;
import java.util.function.LongToDoubleFunction;

/** Of doubles. */
record DoubleVectorSet(DoubleArray array) implements VectorSet {
  @Override
  public void fill(long row, LongToDoubleFunction element) {
    final DoubleRow target = array.row(row);
    for (long column = 0; column < target.length(); column++) {
      target.set(column, element.applyAsDouble(column));
    }
  }

  @Override
  public double normalise(long row) {
    final DoubleRow vector = array.row(row);
    final double length = Math.sqrt(vector.dot(vector));
    vector.divide(length);
    return length;
  }

  @Override
  public double project(long row, long along) {
    final DoubleRow vector = array.row(row);
    final DoubleRow unit = array.row(along);
    final double part = vector.dot(unit);
    vector.addScaled(-part, unit);
    return part;
  }

  @Override
  public void subtract(long row, double factor, VectorSet others, long other) {
    if (others instanceof DoubleVectorSet(DoubleArray from)) {
      array.row(row).addScaled(-factor, from.row(other));
    } else {
      throw new IllegalArgumentException("rows of two precisions");
    }
  }

  @Override
  public double dot(long row, long other) {
    return array.row(row).dot(array.row(other));
  }
}
