/** Ports for the coordinator's durable records, and typed records over them. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.store;
