/** What a desktop's and a system's services report over D-Bus, without any library. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.dbus;
