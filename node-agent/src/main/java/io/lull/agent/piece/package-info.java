/** Checkpoint pieces: kept on this node's disk, given to and taken from the agents of others. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.piece;
