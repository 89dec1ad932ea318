package io.lull.coordinator.vitals;

/** What a member of the grid's coordinators is doing. */
public sealed interface Stage {
  /** It opens its store, or its parts when it is about to lead; or it stops. */
  record Starting() implements Stage {}

  /**
   * It waits for its turn.
   *
   * @param leader who leads, for people to read
   */
  record StandingBy(String leader) implements Stage {}

  record Leading(Leader leader) implements Stage {}
}
