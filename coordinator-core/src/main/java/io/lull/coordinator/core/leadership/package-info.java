/** The rules of the leader lease, without the thread that renews it. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.leadership;
