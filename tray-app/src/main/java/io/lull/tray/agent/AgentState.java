package io.lull.tray.agent;

import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatus;
import java.util.List;
import java.util.Optional;

/** What is known of the agent of this computer. */
public sealed interface AgentState {
  /** It is being looked for. */
  record Looking() implements AgentState {}

  /** It answers. */
  record Present(OwnerStatus status, List<OwnerSetting> settings) implements AgentState {
    public Present {
      settings = List.copyOf(settings);
    }
  }

  /**
   * It is there and does not answer.
   *
   * @param sinceEpochMillis when it was heard last, or first asked
   * @param last what it told; empty: nothing yet
   */
  record Silent(long sinceEpochMillis, Optional<Present> last) implements AgentState {}

  /**
   * Nothing listens there: no agent runs.
   *
   * @param folder where it would keep its things
   */
  record Absent(String folder) implements AgentState {}

  /** It is another user's. */
  record Forbidden(String folder) implements AgentState {}

  /**
   * It answers, but not this.
   *
   * @param line what it said
   */
  record Refusing(String line) implements AgentState {}

  /** What it tells, where it is there to do what is asked of it. */
  default Optional<Present> present() {
    return this instanceof Present present ? Optional.of(present) : Optional.empty();
  }
}
