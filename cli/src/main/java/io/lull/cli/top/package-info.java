/** The live view of the whole grid: {@code lull top}. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.top;
