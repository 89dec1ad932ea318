/** The machines of the cluster as a table: found by what is typed and chosen, told and drained. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster.machines;
