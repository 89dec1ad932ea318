package io.lull.agent.piece;

import io.lull.agent.network.NetworkBudget;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One transfer for many short calls: otherwise each of them would divide the cap again, and notify
 * every worker, many times a second.
 */
final class SharedTransfer {
  /** How long after the last call it ends. */
  static final Duration LINGERS = Duration.ofSeconds(2);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(LINGERS.toMillis(), TimeUnit.MILLISECONDS);

  private final NetworkBudget network;
  private NetworkBudget.@Nullable Transfer open;
  private int users;
  private long uses;

  SharedTransfer(NetworkBudget network) {
    this.network = network;
  }

  /** Waits until this many more bytes may be sent. */
  void pass(long bytes) throws InterruptedException {
    final NetworkBudget.Transfer transfer = enter();
    try {
      transfer.pass(bytes);
    } finally {
      leave();
    }
  }

  private synchronized NetworkBudget.Transfer enter() {
    users++;
    uses++;
    final NetworkBudget.Transfer present = open;
    if (present != null) {
      return present;
    }
    final NetworkBudget.Transfer begun = network.begin();
    open = begun;
    LATER.execute(() -> closeIfIdle(begun, 0));
    return begun;
  }

  private synchronized void leave() {
    users--;
  }

  /**
   * @param seen the number of uses at the last look
   */
  private synchronized void closeIfIdle(NetworkBudget.Transfer begun, long seen) {
    if (users == 0 && uses == seen) {
      open = null;
      begun.close();
    } else {
      final long now = uses;
      LATER.execute(() -> closeIfIdle(begun, now));
    }
  }
}
