/**
 * An owner's screen, keyboard and mouse: a display server of its own and real input injected into
 * it.
 */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.display;
