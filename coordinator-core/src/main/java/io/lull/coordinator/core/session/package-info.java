/** The protocol of an agent's session without its transport, and the port to a connection. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.session;
