/** The owner's activity as a Wayland compositor tells it, heard without any native library. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.wayland;
