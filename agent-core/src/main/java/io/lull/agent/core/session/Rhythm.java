package io.lull.agent.core.session;

import io.lull.protocol.wire.Accepted;
import java.time.Duration;

/**
 * How often each side of an accepted connection speaks.
 *
 * @param busy the heartbeat while a guest is here
 * @param calm the heartbeat while none is
 * @param answer the coordinator answers a heartbeat within this time; zero: not each is answered
 */
record Rhythm(Duration busy, Duration calm, Duration answer) {
  private static final Duration LEAST_HEARTBEAT = Duration.ofMillis(50);

  /** After this many heartbeats without a word the connection counts as lost. */
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

  /** After this long without a word the connection counts as lost. */
  Duration silence(boolean hasGuest) {
    final Duration beat = heartbeat(hasGuest);
    final Duration silence =
        answer.isPositive() ? beat.plus(answer) : beat.multipliedBy(SILENT_HEARTBEATS);
    return silence.compareTo(LEAST_SILENCE) < 0 ? LEAST_SILENCE : silence;
  }
}
