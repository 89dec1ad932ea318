package io.lull.agent.control;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerReply;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells one of the owner's programs how things are, whenever they are otherwise than it knows. */
final class StatusStream {
  /** Changes that come faster are told together. */
  static final Duration BREATH = Duration.ofMillis(100);

  /** Numbers that merely run on are told when something else is, and so often anyway. */
  static final Duration REFRESH = Duration.ofSeconds(10);

  private final Supplier<OwnerReply> present;
  private final ChangeCounter changes;
  private final Duration beat;
  private final Clock clock;
  private @Nullable OwnerReply told;
  private long toldNanos;

  /** Where replies go; an exception ends the telling. */
  @FunctionalInterface
  interface Out {
    void write(OwnerReply reply) throws IOException;
  }

  /**
   * @param present everything as it is now
   * @param beat an empty reply goes out when nothing else has for so long
   */
  StatusStream(Supplier<OwnerReply> present, ChangeCounter changes, Duration beat, Clock clock) {
    this.present = present;
    this.changes = changes;
    this.beat = beat;
    this.clock = clock;
  }

  /** Until the other side hangs up. */
  void run(Out out) throws IOException, InterruptedException {
    while (true) {
      final long seen = changes.number();
      out.write(next());
      changes.awaitMoreThan(seen, beat);
      changes.awaitMoreThan(Long.MAX_VALUE, BREATH);
    }
  }

  /** What is to be told now; empty when nothing is. */
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

  /** Without what is different at each look: sentences with counted seconds, loads, times. */
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
