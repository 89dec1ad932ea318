/** What the window and its icon cost the person at whose desk they are. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.tray;
