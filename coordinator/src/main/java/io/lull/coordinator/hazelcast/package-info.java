/**
 * The leader's maps in front of the database, and their replication. Only this package knows
 * Hazelcast.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.hazelcast;
