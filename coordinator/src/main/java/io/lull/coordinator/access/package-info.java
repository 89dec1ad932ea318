/** Access control: the gRPC server with mutual TLS, roles, and limits per caller. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.access;
