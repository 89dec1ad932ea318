/** Whether a program starts with its user's session. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.autostart;
