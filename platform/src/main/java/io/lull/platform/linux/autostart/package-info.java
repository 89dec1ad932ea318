/** Programs that start with a Linux desktop's session, by the rules that all desktops share. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.autostart;
