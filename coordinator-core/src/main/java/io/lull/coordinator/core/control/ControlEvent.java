package io.lull.coordinator.core.control;

import io.lull.coordinator.core.session.NodeSession;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import java.util.Optional;
import java.util.function.Function;

/** One thing for a round to take. */
public sealed interface ControlEvent {
  /** An agent introduced itself. */
  record Connected(NodeSession session, Hello hello) implements ControlEvent {}

  /** A numbered report. */
  record Reported(NodeSession session, AgentReport report) implements ControlEvent {}

  /** The session holds an unnumbered report under this key. */
  record Refreshed(NodeSession session, String key) implements ControlEvent {}

  /** The connection is gone. */
  record Disconnected(NodeSession session) implements ControlEvent {}

  /**
   * Somebody has something looked up or done.
   *
   * @param request run within the round
   * @param reply told the result once everything the round did is durable
   */
  record Asked<T>(Function<GridControl, T> request, Reply<T> reply) implements ControlEvent {}

  /** Takes the answer to a question; exactly one method is called, at most once. Must not block. */
  interface Reply<T> {
    void answer(T value);

    /** The request was refused or failed; nothing of it has to be durable. */
    void fail(RuntimeException why);
  }

  /** The node that this is about. */
  default Optional<String> node() {
    return switch (this) {
      case Connected(var session, _) -> Optional.of(session.node());
      case Reported(var session, _) -> Optional.of(session.node());
      case Refreshed(var session, _) -> Optional.of(session.node());
      case Disconnected(var session) -> Optional.of(session.node());
      case Asked<?> _ -> Optional.empty();
    };
  }
}
