/** What all views are made with: the way to the toolkit's thread, themes, pieces of a page. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.ui;
