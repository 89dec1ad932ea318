/** The desktop notices, and how many of them the person wants. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.notice;
