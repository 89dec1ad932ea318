package io.lull.coordinator.metrics;

/** The stages of a coordinator: starting, standing by, leading. */
public sealed interface MemberStage {
  /** It opens its store, or its parts when it is about to lead; or it stops. */
  record Starting() implements MemberStage {}

  /**
   * It waits for its turn.
   *
   * @param leader who leads, for people to read
   */
  record StandingBy(String leader) implements MemberStage {}

  record Leading(LeaderGauges leader) implements MemberStage {}
}
