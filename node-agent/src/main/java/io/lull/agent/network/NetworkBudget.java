package io.lull.agent.network;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Shares the owner's cap out in equal parts: one to each worker, which keeps to it in its own links
 * to its peers, and while pieces or files are on their way for guests one to the agent, which keeps
 * to it here. What the parts add up to is never more than the cap. The kernel could not be asked to
 * do it: on Linux a control group's traffic is shaped by programs in the kernel only, which need
 * privileges that the agent has not.
 */
public final class NetworkBudget {
  private final LongSupplier cap;
  private final Throttle own;
  private IntSupplier workers = () -> 0;
  private LongConsumer workersHear = bytesPerSecond -> {};
  private int transfers;

  /**
   * @param cap in bytes a second, sent and received together; {@link Throttle#UNLIMITED}: none
   */
  public NetworkBudget(LongSupplier cap, Clock clock) {
    this.cap = cap;
    this.own = new Throttle(clock);
  }

  /** Of a computer whose owner caps nothing. */
  public static NetworkBudget unlimited(Clock clock) {
    return new NetworkBudget(() -> Throttle.UNLIMITED, clock);
  }

  /**
   * To be called once.
   *
   * @param living how many workers there are
   * @param hear takes each worker's part, in bytes a second, when it may have changed; must not
   *     wait
   */
  public synchronized void attach(IntSupplier living, LongConsumer hear) {
    workers = living;
    workersHear = hear;
    share();
  }

  /** The cap, or how many workers there are, may be another one now. */
  public synchronized void refresh() {
    share();
  }

  /** Something is to be sent or received for a guest; to be closed when it is over. */
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

  /** One file or piece on its way. */
  public final class Transfer implements AutoCloseable {
    private boolean over;

    /** Waits until so many more bytes may be sent or may have come. */
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
