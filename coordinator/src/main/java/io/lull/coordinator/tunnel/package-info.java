/** Mutual TLS 1.3 between the members of a grid, around Hazelcast on the loopback interface. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.tunnel;
