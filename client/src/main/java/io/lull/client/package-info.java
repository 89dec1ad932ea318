/** Clients of the coordinator and of the agent for a person's programs, and how they fail. */
@org.jspecify.annotations.NullMarked
package io.lull.client;
