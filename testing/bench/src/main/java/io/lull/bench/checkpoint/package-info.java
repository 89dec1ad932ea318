/** Measures the cost of checkpoints, beside a plain copy, a plain file and a plain socket. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.checkpoint;
