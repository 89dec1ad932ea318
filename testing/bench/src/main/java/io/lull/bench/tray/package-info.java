/** Measures what the window and its icon cost the computer. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.tray;
