/** Kernels of the NAS Parallel Benchmarks as tasks with messages: EP and CG. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.npb;
