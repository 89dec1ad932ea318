/** The window around the pages: which pages there are, and which is shown. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.shell;
