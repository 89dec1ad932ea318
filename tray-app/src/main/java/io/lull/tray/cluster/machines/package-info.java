/** The machines of the cluster as a table: searched, filtered, exported and drained. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster.machines;
