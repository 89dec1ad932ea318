/** What an agent's session means to a round, and the protocol on it, without a transport. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.session;
