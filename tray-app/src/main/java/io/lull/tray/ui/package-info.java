/** Building blocks of views: themes, elements of a page, fills and colours. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.ui;
