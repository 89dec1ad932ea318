/**
 * The thread that carries the agent's connections, and the owner's cap on guests' traffic, divided
 * among them.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.network;
