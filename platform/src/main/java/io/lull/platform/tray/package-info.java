/** A program's icon in the system's tray, with its menu: what is shown, and what comes back. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.tray;
