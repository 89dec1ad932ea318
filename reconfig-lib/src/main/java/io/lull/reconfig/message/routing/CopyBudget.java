package io.lull.reconfig.message.routing;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory a worker's tasks may take together for what they keep to go back to: copies of
 * their fields, and of messages to repeat from there. Any thread.
 */
public final class CopyBudget {
  /** Of what a worker may use at all. */
  private static final int SHARE_OF_MEMORY = 8;

  private final AtomicLong left;

  public CopyBudget(long bytes) {
    left = new AtomicLong(bytes);
  }

  /** Of this process. */
  public static CopyBudget ofThisWorker() {
    return new CopyBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY);
  }

  /**
   * Takes so much, to be given back.
   *
   * @return whether there was as much; else nothing is taken
   */
  public boolean take(long bytes) {
    final long before = left.getAndUpdate(now -> now < bytes ? now : now - bytes);
    return before >= bytes;
  }

  /** What was taken is free again. */
  public void giveBack(long bytes) {
    left.addAndGet(bytes);
  }

  /** What may still be taken. */
  long left() {
    return left.get();
  }
}
