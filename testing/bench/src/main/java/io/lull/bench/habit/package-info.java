/** How many evictions it saves to know when owners come back. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.habit;
