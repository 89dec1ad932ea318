package io.lull.reconfig.message.routing;

/**
 * Tells a sender what the other task's worker has taken in.
 *
 * @param from the task that sent the messages, to which this goes
 * @param to the task that they went to
 * @param upTo all with sequences up to this are there
 * @param capture how often the receiving task had been captured then
 */
public record Receipt(long from, long to, long upTo, long capture) {}
