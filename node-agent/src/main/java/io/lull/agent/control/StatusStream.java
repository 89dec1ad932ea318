package io.lull.agent.control;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerReply;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends the owner's status to a program whenever it changes. */
final class StatusStream {
  /** Changes that come faster are combined. */
  static final Duration BREATH = Duration.ofMillis(100);

  /** Running counters are sent with other changes, and this often in any case. */
  static final Duration REFRESH = Duration.ofSeconds(10);

  private final Supplier<OwnerReply> present;
  private final ChangeCounter changes;
  private final Duration beat;
  private final Clock clock;
  private @Nullable OwnerReply told;
  private long toldNanos;

  /** Receives replies; an exception ends the stream. */
  @FunctionalInterface
  interface Out {
    void write(OwnerReply reply) throws IOException;
  }

  /**
   * @param present the complete status now
   * @param beat an empty reply is sent after this time without another
   */
  StatusStream(Supplier<OwnerReply> present, ChangeCounter changes, Duration beat, Clock clock) {
    this.present = present;
    this.changes = changes;
    this.beat = beat;
    this.clock = clock;
  }

  /** Runs until the other side hangs up. */
  void run(Out out) throws IOException, InterruptedException {
    while (true) {
      final long seen = changes.number();
      out.write(next());
      changes.awaitMoreThan(seen, beat);
      changes.awaitMoreThan(Long.MAX_VALUE, BREATH);
    }
  }

  /** The reply to send now; empty: none. */
  OwnerReply next() {
    final OwnerReply now = present.get();
    final OwnerReply before = told;
    if (before != null
        && lasting(before).equals(lasting(now))
        && clock.nanos() - toldNanos < REFRESH.toNanos()) {
      return OwnerReply.getDefaultInstance();
    }
    told = now;
    toldNanos = clock.nanos();
    return now;
  }

  /** Without what differs at every look: sentences with counted seconds, loads, times. */
  private static OwnerReply lasting(OwnerReply reply) {
    final OwnerReply.Builder lasting = reply.toBuilder();
    final var status = lasting.getStatusBuilder();
    status.getStatusBuilder().clearReason().clearOwnerIdleMillis().clearOwnerCpu().clearGuestCpu();
    status.getStatusBuilder().clearGraceLeftMillis().clearGraceDeadlineEpochMillis();
    status.clearNextChange();
    status.setNextChangeEpochMillis(status.getNextChangeEpochMillis() / 1000);
    status.getSourcesBuilderList().forEach(source -> source.clearLastInputEpochMillis());
    status.getRecordBuilder().clearGuestSeconds().clearGuestCoreSeconds();
    final var conditions = status.getConditionsBuilder();
    conditions.clearCelsius().clearOwnerDisk().clearOwnerNetwork();
    conditions.setCharge(Math.rint(conditions.getCharge() * 100));
    return lasting.build();
  }
}
