/** The thread that renews the leader lease, and the wait of a standby for the lease. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.leadership;
