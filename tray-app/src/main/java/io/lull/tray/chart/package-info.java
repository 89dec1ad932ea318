/** What lies where in a chart of nodes over time: pure, in time and numbers, without a toolkit. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.chart;
