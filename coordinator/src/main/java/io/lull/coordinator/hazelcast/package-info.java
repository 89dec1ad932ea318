/**
 * The memory of a coordinator: Hazelcast maps of what the database has, which is written first. No
 * other package knows Hazelcast.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.hazelcast;
