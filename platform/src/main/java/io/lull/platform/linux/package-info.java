/** Linux: load, guests, power and processes by /proc, /sys and signals. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux;
