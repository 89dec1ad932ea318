package io.lull.agent.session;

/**
 * The coordinator refuses this node; another try is useless.
 *
 * @param line why, for people
 */
public record FinalRefusal(String line) {}
