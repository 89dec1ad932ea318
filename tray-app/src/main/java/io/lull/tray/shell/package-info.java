/** The window around the pages: which there are, and which is shown. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.shell;
