package io.lull.agent.session;

/**
 * The coordinator will not have this node, and trying again is of no use.
 *
 * @param line why, for people
 */
public record FinalRefusal(String line) {}
