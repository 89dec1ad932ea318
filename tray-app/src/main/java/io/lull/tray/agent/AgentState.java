package io.lull.tray.agent;

import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatus;
import java.util.List;
import java.util.Optional;

/** The state of this computer's agent. */
public sealed interface AgentState {
  /** Connecting. */
  record Looking() implements AgentState {}

  /** The agent answers. */
  record Present(OwnerStatus status, List<OwnerSetting> settings) implements AgentState {
    public Present {
      settings = List.copyOf(settings);
    }
  }

  /**
   * The agent is connected and does not answer.
   *
   * @param sinceEpochMillis when it was last heard, or first asked
   * @param last its last report; empty: none yet
   */
  record Silent(long sinceEpochMillis, Optional<Present> last) implements AgentState {}

  /**
   * Nothing listens there: no agent runs.
   *
   * @param folder of its data
   */
  record Absent(String folder) implements AgentState {}

  /** The agent is another user's. */
  record Forbidden(String folder) implements AgentState {}

  /**
   * The agent refuses to answer.
   *
   * @param line what it said
   */
  record Refusing(String line) implements AgentState {}

  /** Its report, if the agent answers. */
  default Optional<Present> present() {
    return this instanceof Present present ? Optional.of(present) : Optional.empty();
  }
}
