/** macOS: which of its capabilities answer. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.macos;
