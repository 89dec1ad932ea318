package io.lull.bench.jacobi;

/** How Jacobi's sweep is written. */
public enum SweepForm {
  /** Described by the author, compiled by Lull. */
  STENCIL,
  /** A lambda of the author's. */
  KERNEL
}
