/**
 * Replicated maps of the leader in front of the database. The only package that imports Hazelcast.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.hazelcast;
