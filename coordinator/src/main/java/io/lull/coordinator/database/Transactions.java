package io.lull.coordinator.database;

import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.metrics.DatabaseMetrics;
import io.lull.coordinator.metrics.DatabaseMetrics.Operation;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * Reads and writes of the database, timed: a write is one transaction, is on disk when it returns,
 * and is refused when another coordinator leads. Any thread.
 */
final class Transactions {
  private final Jdbi jdbi;
  private final boolean embedded;
  private final DatabaseMetrics metrics;

  /** The leader's fence; 0 while nobody leads. */
  private volatile long fence;

  Transactions(Jdbi jdbi, boolean embedded, DatabaseMetrics metrics) {
    this.jdbi = jdbi;
    this.embedded = embedded;
    this.metrics = metrics;
  }

  /** From now on, writes succeed only while the lease with this fence is the newest. */
  void writeUnder(long leaseFence) {
    fence = leaseFence;
  }

  <T> T reading(HandleCallback<T, RuntimeException> work) {
    return metrics.timed(
        Operation.READ,
        () -> {
          try {
            return jdbi.withHandle(work);
          } catch (JdbiException e) {
            throw new StoreException("the database cannot be read: " + firstLine(deepest(e)), e);
          }
        });
  }

  <T> T writing(HandleCallback<T, RuntimeException> work) {
    final long mine = fence;
    return change(
        Operation.WRITE,
        handle -> {
          if (mine > 0 && heldFence(handle) != mine) {
            throw new StoreException(
                "another coordinator leads now: this one may not write any more");
          }
          return work.withHandle(handle);
        });
  }

  /** All or nothing, and durable when it returns. */
  <T> T change(Operation operation, HandleCallback<T, RuntimeException> work) {
    return metrics.timed(operation, () -> durably(work));
  }

  private <T> T durably(HandleCallback<T, RuntimeException> work) {
    try {
      return jdbi.withHandle(handle -> {
        final T result = handle.inTransaction(work);
        if (embedded) {
          // H2 answers a commit before the disk has it; this waits for the disk.
          handle.execute("checkpoint sync");
        }
        return result;
      });
    } catch (JdbiException e) {
      throw new StoreException("the database cannot be written: " + firstLine(deepest(e)), e);
    }
  }

  /** Nobody else leads from now until the end of the transaction. */
  static long heldFence(Handle handle) {
    return handle
        .createQuery("select fence from leadership where role = 'leader' for update")
        .mapTo(Long.class)
        .one();
  }

  static Throwable deepest(Throwable failure) {
    Throwable deepest = failure;
    for (Throwable t = failure; t != null; t = t.getCause()) {
      deepest = t;
    }
    return deepest;
  }

  static String firstLine(Throwable failure) {
    final String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
  }
}
