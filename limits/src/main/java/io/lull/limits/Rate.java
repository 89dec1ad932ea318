package io.lull.limits;

/**
 * A rate limit with a burst.
 *
 * @param atOnce after a rest
 * @param perSecond in the long run
 */
public record Rate(int atOnce, double perSecond) {}
