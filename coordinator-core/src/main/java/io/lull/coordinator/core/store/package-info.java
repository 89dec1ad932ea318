/**
 * What the coordinator must not forget, behind ports: durable bytes under text ids, and typed
 * records over them.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.store;
