/**
 * One tray application for each person and computer: a second start shows the first one's window.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray.single;
