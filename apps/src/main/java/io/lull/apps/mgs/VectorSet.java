package io.lull.apps.mgs;

import io.lull.reconfig.forkjoin.SharedArray;
import java.util.function.LongToDoubleFunction;

/** The rows of a shared array as vectors, of one precision or the other. */
sealed interface VectorSet permits DoubleVectorSet, FloatVectorSet {

  SharedArray array();

  /** Gives a row the elements of the matrix. */
  void fill(long row, LongToDoubleFunction element);

  /** Makes a row's length 1. What it was. */
  double normalise(long row);

  /** Takes from a row its part along another one, of length 1. What it had of it. */
  double project(long row, long along);

  /** Takes so many times another array's row from a row. */
  void subtract(long row, double factor, VectorSet others, long other);

  double dot(long row, long other);
}
