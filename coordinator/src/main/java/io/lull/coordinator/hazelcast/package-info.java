/**
 * The shared memory of the coordinators: Hazelcast maps, written through to the database before a
 * write returns. No other package knows Hazelcast.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.hazelcast;
