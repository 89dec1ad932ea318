/** The cluster over time: which part of it is looked at, its chart, and the hours of the week. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster.past;
