/** The gRPC services for users, administrators and agents: jobs, nodes, tokens and files. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.api;
