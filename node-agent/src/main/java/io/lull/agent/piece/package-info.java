/** Checkpoint pieces: stored on this node's disk, exchanged with the agents of other nodes. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.piece;
