package io.lull.coordinator.database;

import io.lull.coordinator.core.store.LeaseStore;
import io.lull.coordinator.metrics.DatabaseMetrics.Operation;
import java.time.Duration;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/** The lease as a row; the database's clock decides when it is over. */
final class LeaseTable implements LeaseStore {
  private static final String NOW = "cast(extract(epoch from current_timestamp) * 1000 as bigint)";

  private final Transactions transactions;

  LeaseTable(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public OptionalLong take(String holder, Duration length, long above, boolean fromAnybody) {
    return transactions.change(
        Operation.LEASE,
        handle -> {
          final int taken =
              handle
                  .createUpdate(
                      "update leadership set holder = :holder,"
                          + " fence = (case when fence > :above then fence else :above end) + 1,"
                          + " expires_millis = "
                          + NOW
                          + " + :length"
                          + " where role = 'leader' and (:any or expires_millis < "
                          + NOW
                          + " or expires_millis > "
                          + NOW
                          + " + :most)")
                  .bind("holder", holder)
                  .bind("above", above)
                  .bind("length", length.toMillis())
                  .bind("most", LONGEST_LENGTHS * length.toMillis())
                  .bind("any", fromAnybody)
                  .execute();
          return taken == 0 ? OptionalLong.empty() : OptionalLong.of(fence(handle));
        });
  }

  @Override
  public boolean renew(long fence, Duration length) {
    return transactions.change(
        Operation.LEASE,
        handle ->
            handle
                    .createUpdate(
                        "update leadership set expires_millis = "
                            + NOW
                            + " + :length where role = 'leader' and fence = :fence")
                    .bind("length", length.toMillis())
                    .bind("fence", fence)
                    .execute()
                == 1);
  }

  @Override
  public void release(long fence) {
    transactions.change(
        Operation.LEASE,
        handle ->
            handle
                .createUpdate(
                    "update leadership set expires_millis = 0 where role = 'leader' and fence ="
                        + " :fence")
                .bind("fence", fence)
                .execute());
  }

  @Override
  public String holder() {
    return transactions.reading(handle ->
        handle
            .createQuery("select holder from leadership where role = 'leader'")
            .mapTo(String.class)
            .one());
  }

  private static long fence(Handle handle) {
    return handle
        .createQuery("select fence from leadership where role = 'leader'")
        .mapTo(Long.class)
        .one();
  }
}
