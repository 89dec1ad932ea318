package io.lull.coordinator.enrolment;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.store.NameStore;
import io.lull.protocol.records.NameRecord;
import io.lull.protocol.records.RenewedKey;
import io.lull.protocol.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The keys that each name was renewed with, so that a revocation covers all of them. A key is
 * remembered for as long as its certificate is valid. Any thread.
 */
final class RenewedKeys {
  /**
   * More at once only one has who renews without end. None is forgotten to make room: it could not
   * be revoked any more.
   */
  static final int MOST_GOOD_AT_ONCE = 16;

  private final NameStore names;
  private final Clock clock;

  RenewedKeys(NameStore names, Clock clock) {
    this.names = names;
    this.clock = clock;
  }

  /** Durable when it returns. */
  void add(Caller caller, ByteString keySha256) throws RenewalRefusedException {
    // As a revocation does: none may come between a look at the keys and another one of them.
    synchronized (names) {
      final Optional<NameRecord> found = names.find(caller.role(), caller.name());
      if (found.isEmpty() || !NameStore.keys(found.get()).contains(caller.keySha256())) {
        throw new RenewalRefusedException(
            caller.name() + " is not enrolled here with this certificate: enrol with a new token");
      }
      final NameRecord known = found.get();
      if (NameStore.keys(known).contains(keySha256)) {
        return;
      }
      final long forgotten = clock.epochMillis() - Authority.MEMBER_VALIDITY.toMillis();
      final List<RenewedKey> kept =
          known.getRenewedList().stream().filter(each -> each.getAt() >= forgotten).toList();
      if (kept.size() >= MOST_GOOD_AT_ONCE) {
        throw new RenewalRefusedException(
            caller.name()
                + " has renewed "
                + kept.size()
                + " certificates that are still valid: use the newest, or enrol with a new token");
      }
      final NameRecord next =
          known.toBuilder()
              .clearRenewed()
              .addAllRenewed(kept)
              .addRenewed(
                  RenewedKey.newBuilder().setKeySha256(keySha256).setAt(clock.epochMillis()))
              .build();
      if (!names.replace(caller.role(), caller.name(), known, next)) {
        throw new RenewalRefusedException(caller.name() + " has just been revoked");
      }
    }
  }
}
