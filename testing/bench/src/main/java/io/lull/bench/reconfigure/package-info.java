/**
 * Measures the cost of changes of configuration, beside an MPI program that moves the same cells.
 */
@org.jspecify.annotations.NullMarked
package io.lull.bench.reconfigure;
