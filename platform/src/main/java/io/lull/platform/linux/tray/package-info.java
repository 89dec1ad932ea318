/**
 * An icon in a Linux desktop's panel: a StatusNotifierItem with a menu by com.canonical.dbusmenu,
 * both over the session's bus.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.tray;
