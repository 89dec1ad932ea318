/** Runs the session with the coordinator over gRPC, across failures of either side. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.session;
