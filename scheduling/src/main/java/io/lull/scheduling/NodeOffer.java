package io.lull.scheduling;

/**
 * One node as the policy sees it.
 *
 * @param usable a worker may be started here, or the one that is here may stay
 * @param whyNot a phrase such as {@code its owner is there}; empty when usable
 * @param sinceMillis since when it is available, as epoch milliseconds; 0 when not known
 */
public record NodeOffer(
    String name, boolean usable, String whyNot, NodeTraits traits, long sinceMillis) {}
