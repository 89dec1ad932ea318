/** Draws an icon's states in any size, from outlines, by arithmetic alone: no toolkit is needed. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.tray.drawing;
