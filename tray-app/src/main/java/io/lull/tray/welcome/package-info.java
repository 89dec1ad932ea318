/** The first start: joining a grid, and how Lull is to behave on this computer. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.welcome;
