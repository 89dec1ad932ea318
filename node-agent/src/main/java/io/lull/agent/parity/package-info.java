/**
 * Parities of checkpoint pieces: making them from other machines' pieces, and rebuilding pieces.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.parity;
