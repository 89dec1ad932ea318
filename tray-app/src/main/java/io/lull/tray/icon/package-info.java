/** The content and the menu of the tray icon, as values; other classes show them. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.icon;
