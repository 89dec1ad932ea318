/** Guests as sessions of their own on macOS. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.macos.guest;
