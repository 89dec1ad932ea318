package io.lull.agent.network;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Divides the owner's network cap into equal parts: one for each worker, which applies it to the
 * links to its peers, and, while pieces or files are transferred for guests, one for the agent,
 * which applies it here. The parts never exceed the cap. The kernel cannot enforce it: on Linux,
 * only programs in the kernel shape a control group's traffic, which needs privileges that the
 * agent lacks.
 */
public final class NetworkBudget {
  private final LongSupplier cap;
  private final Throttle own;
  private IntSupplier workers = () -> 0;
  private LongConsumer workersHear = bytesPerSecond -> {};
  private int transfers;

  /**
   * @param cap in bytes per second, sent and received together; {@link Throttle#UNLIMITED}: none
   */
  public NetworkBudget(LongSupplier cap, Clock clock) {
    this.cap = cap;
    this.own = new Throttle(clock);
  }

  /** Without a cap. */
  public static NetworkBudget unlimited(Clock clock) {
    return new NetworkBudget(() -> Throttle.UNLIMITED, clock);
  }

  /**
   * Call this once.
   *
   * @param living the number of workers
   * @param hear receives each worker's part, in bytes per second, when it may have changed; must
   *     not wait
   */
  public synchronized void attach(IntSupplier living, LongConsumer hear) {
    workers = living;
    workersHear = hear;
    share();
  }

  /** The cap or the number of workers may have changed. */
  public synchronized void refresh() {
    share();
  }

  /** Something is sent or received for a guest; close it at the end. */
  public Transfer begin() {
    count(1);
    return new Transfer();
  }

  private synchronized void count(int more) {
    transfers += more;
    share();
  }

  private void share() {
    final long all = cap.getAsLong();
    final int parts = Math.max(1, workers.getAsInt() + (transfers > 0 ? 1 : 0));
    final long each = all == Throttle.UNLIMITED ? all : Math.max(1, all / parts);
    own.limit(each);
    workersHear.accept(each);
  }

  /** One file or piece in transfer. */
  public final class Transfer implements AutoCloseable {
    private boolean over;

    /** Waits until this many more bytes may be sent or received. */
    public void pass(long bytes) throws InterruptedException {
      own.pass(bytes);
    }

    @Override
    public synchronized void close() {
      if (!over) {
        over = true;
        count(-1);
      }
    }
  }
}
