/** The rules of the leader lease. The thread that renews it is in the coordinator. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.leadership;
