package io.lull.reconfig.state;

/**
 * A unit that a rank has, for a state that plans from them.
 *
 * @param bytes of its content; a change that moves it shares out bytes by this
 */
public record StateUnit(String name, long bytes) {}
