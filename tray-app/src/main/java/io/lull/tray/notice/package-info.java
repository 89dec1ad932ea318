/** What the desktop is asked to tell the person about, and how much of it they want. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.notice;
