/**
 * The geometry of a chart of nodes over time: pure functions of times and numbers, without a
 * toolkit.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray.chart;
