/** Programs that start when a user of macOS logs in. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.macos.autostart;
