/** The owner's activity as a Wayland compositor reports it, without any native library. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.wayland;
