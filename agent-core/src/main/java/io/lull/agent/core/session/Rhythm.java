package io.lull.agent.core.session;

import io.lull.protocol.wire.Accepted;
import java.time.Duration;

/**
 * How often each side of an accepted connection speaks.
 *
 * @param busy the heartbeat's interval while a guest is here
 * @param calm the interval while none is
 * @param answer the coordinator answers a heartbeat within this time; zero: it does not answer each
 */
record Rhythm(Duration busy, Duration calm, Duration answer) {
  private static final Duration LEAST_HEARTBEAT = Duration.ofMillis(50);

  /** The connection counts as lost after this many heartbeats without a message. */
  private static final int SILENT_HEARTBEATS = 6;

  private static final Duration LEAST_SILENCE = Duration.ofSeconds(5);

  static Rhythm of(Accepted accepted) {
    final long busy = Math.max(LEAST_HEARTBEAT.toMillis(), accepted.getHeartbeatMillis());
    return new Rhythm(
        Duration.ofMillis(busy),
        Duration.ofMillis(Math.max(busy, accepted.getCalmHeartbeatMillis())),
        Duration.ofMillis(accepted.getAnswerMillis()));
  }

  Duration heartbeat(boolean hasGuest) {
    return hasGuest ? busy : calm;
  }

  /** The connection counts as lost after this time without a message. */
  Duration silence(boolean hasGuest) {
    final Duration beat = heartbeat(hasGuest);
    final Duration silence =
        answer.isPositive() ? beat.plus(answer) : beat.multipliedBy(SILENT_HEARTBEATS);
    return silence.compareTo(LEAST_SILENCE) < 0 ? LEAST_SILENCE : silence;
  }
}
