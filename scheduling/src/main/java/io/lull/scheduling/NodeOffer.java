package io.lull.scheduling;

import java.util.Set;

/**
 * One node as the policy sees it.
 *
 * @param usable a worker may be started here, or the one that is here may stay
 * @param whyNot a phrase such as {@code its owner is there}; empty when usable
 * @param sinceMillis since when it is available, as epoch milliseconds; 0 when not known
 * @param welcome the users whose jobs its owner takes; empty: everyone's
 * @param likelyIdleMillis for how long its owner is likely to stay away; 0 when not known
 */
public record NodeOffer(
    String name,
    boolean usable,
    String whyNot,
    NodeTraits traits,
    long sinceMillis,
    Set<String> welcome,
    long likelyIdleMillis) {
  public NodeOffer {
    welcome = Set.copyOf(welcome);
  }

  /** Of a node that takes everyone's jobs and whose owner's habits are not known. */
  public NodeOffer(
      String name, boolean usable, String whyNot, NodeTraits traits, long sinceMillis) {
    this(name, usable, whyNot, traits, sinceMillis, Set.of(), 0);
  }

  boolean welcomes(String user) {
    return welcome.isEmpty() || welcome.contains(user);
  }
}
