/**
 * Parities of checkpoint pieces: made of those of other machines, and pieces made of them again.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.parity;
