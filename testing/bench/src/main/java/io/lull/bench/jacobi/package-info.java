/** Measures Jacobi on two workers, beside two ranks of MPI. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.jacobi;
