/**
 * The owner's window on the agent and the user's on jobs and the cluster: it uses the protocol
 * only.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray;
