/**
 * The owner's window on the agent and the user's on jobs and the cluster: it speaks to both through
 * the protocol alone.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray;
