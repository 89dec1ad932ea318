/** The thread that keeps this coordinator's lease, and waiting for one. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.leadership;
