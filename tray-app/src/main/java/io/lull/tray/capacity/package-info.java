/** The page of capacity: what changes of the cluster would give its jobs, by its own history. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.capacity;
