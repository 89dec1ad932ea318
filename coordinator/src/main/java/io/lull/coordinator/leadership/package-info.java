/** The thread that renews the leader lease, and waiting for the lease. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.leadership;
