/** What a desktop's and a system's services tell over D-Bus, heard without any library. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.dbus;
