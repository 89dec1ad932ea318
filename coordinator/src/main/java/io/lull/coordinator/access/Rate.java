package io.lull.coordinator.access;

/**
 * How often something may happen.
 *
 * @param atOnce after a rest
 * @param perSecond in the long run
 */
public record Rate(int atOnce, double perSecond) {}
