/** The cluster over time: the visible period, its chart, and the hours of the week. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster.past;
