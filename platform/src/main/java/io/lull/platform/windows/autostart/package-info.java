/** Programs that start when a user of Windows logs in. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.autostart;
