package io.lull.coordinator.database;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;

/**
 * The timeouts of PostgreSQL sessions, so that a frozen or disconnected coordinator does not block
 * the others: without them it would hold the lock on the lease for as long as its machine answers,
 * or, if the machine is gone too, for hours.
 */
final class SessionTerms {
  /**
   * How long a transaction may stand still between two statements. As long as a lease: whoever is
   * silent for so long leads no more.
   */
  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(2);

  /** How long a statement waits for another's lock; more than a frozen one can hold it. */
  private static final Duration LOCK = Duration.ofSeconds(5);

  /** How long an answer may be away; more than the longest statement takes. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final Duration CONNECT = Duration.ofSeconds(5);

  private SessionTerms() {}

  static void require(HikariConfig config) {
    config.setConnectionInitSql(
        "set idle_in_transaction_session_timeout = "
            + IDLE_IN_TRANSACTION.toMillis()
            + "; set lock_timeout = "
            + LOCK.toMillis());
    config.addDataSourceProperty("socketTimeout", Long.toString(ANSWER.toSeconds()));
    config.addDataSourceProperty("connectTimeout", Long.toString(CONNECT.toSeconds()));
    config.addDataSourceProperty("tcpKeepAlive", "true");
  }
}
