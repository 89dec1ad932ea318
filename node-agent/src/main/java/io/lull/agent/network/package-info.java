/**
 * The thread that carries the agent's connections, and the owner's cap on what guests send and
 * receive, shared out among those who do.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.network;
