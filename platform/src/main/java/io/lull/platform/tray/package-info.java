/** A program's icon in the system's tray, with its menu: its content, and its events. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.tray;
