/** The first start: joining a grid, and a preset for this computer. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.welcome;
