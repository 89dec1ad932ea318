package io.lull.apps.mgs;

import io.lull.reconfig.forkjoin.FloatArray;
import io.lull.reconfig.forkjoin.FloatRow;
import java.util.function.LongToDoubleFunction;

/** Of floats. */
record FloatVectorSet(FloatArray array) implements VectorSet {
  @Override
  public void fill(long row, LongToDoubleFunction element) {
    final FloatRow target = array.row(row);
    for (long column = 0; column < target.length(); column++) {
      target.set(column, (float) element.applyAsDouble(column));
    }
  }

  @Override
  public double normalise(long row) {
    final FloatRow vector = array.row(row);
    final float length = (float) Math.sqrt(vector.dot(vector));
    vector.divide(length);
    return length;
  }

  @Override
  public double project(long row, long along) {
    final FloatRow vector = array.row(row);
    final FloatRow unit = array.row(along);
    final float part = vector.dot(unit);
    vector.addScaled(-part, unit);
    return part;
  }

  @Override
  public void subtract(long row, double factor, VectorSet others, long other) {
    if (others instanceof FloatVectorSet(FloatArray from)) {
      array.row(row).addScaled((float) -factor, from.row(other));
    } else {
      throw new IllegalArgumentException("rows of two precisions");
    }
  }

  @Override
  public double dot(long row, long other) {
    return array.row(row).dot(array.row(other));
  }
}
