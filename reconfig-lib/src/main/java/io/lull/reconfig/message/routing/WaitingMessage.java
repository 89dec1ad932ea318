package io.lull.reconfig.message.routing;

/**
 * A message that waits to be received.
 *
 * @param arrival its number among all that arrived at its task
 */
public record WaitingMessage(Envelope envelope, long arrival) {}
