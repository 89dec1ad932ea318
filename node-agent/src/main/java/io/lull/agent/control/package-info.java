/** Answers the owner's programs on this machine. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.control;
