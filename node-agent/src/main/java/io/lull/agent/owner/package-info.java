/** Judges whether the owner is there, in one pure step, and drives it live. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.owner;
