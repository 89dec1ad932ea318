/** The machines one by one, for administrators: their use, and their events. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.cluster.lanes;
