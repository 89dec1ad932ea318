/** An owner's screen, keyboard and mouse: a private display server with real injected input. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.display;
