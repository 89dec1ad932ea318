/** The main class of the tray application, which connects its parts. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.app;
