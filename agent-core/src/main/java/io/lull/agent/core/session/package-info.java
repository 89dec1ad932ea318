/** Decides an agent's side of its session with the coordinators, as a single-threaded step. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.core.session;
