/** The multigrid kernel of the NAS Parallel Benchmarks. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.mg;
