/** The start of the tray application, and what it is put together from. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.app;
