/** Measures how many evictions the forecast of owners' returns saves. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.habit;
