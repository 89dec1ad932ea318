/**
 * An owner's screen, keyboard and mouse: an X server of its own and real input injected into it.
 */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.display;
