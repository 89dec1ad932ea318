/** Runs the owner's watch: input sources, polls, and the steps that follow. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.owner;
