package io.lull.reconfig.state;

/**
 * A unit that another worker wants to send.
 *
 * @param name unique among all units
 * @param bytes of state that it has at most; a sender that sends more is cut off
 */
public record UnitOffer(String name, long bytes) {}
