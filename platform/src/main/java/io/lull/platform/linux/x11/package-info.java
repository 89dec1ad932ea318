/** The owner's input as an X server reports it, without any native library. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.x11;
