package io.lull.bench.message;

import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A task that has much to take along and next to nothing to do: a safe point is never far. */
final class HeavyTask implements MessageTask {
  private static final Duration STEP = Duration.ofNanos(100_000);

  /** Of all of them: they end. */
  private static volatile boolean over;

  private final long[] state;

  HeavyTask(long bytes) {
    state = new long[Math.toIntExact(bytes / Long.BYTES)];
    for (int i = 0; i < state.length; i++) {
      state[i] = i;
    }
  }

  static void allEnd(boolean end) {
    over = end;
  }

  @Override
  public boolean iterate(Peers peers) {
    if (state.length > 0 && state[state.length - 1] != state.length - 1) {
      throw new IllegalStateException("the state has changed on its way");
    }
    LockSupport.parkNanos(STEP.toNanos());
    return !over;
  }
}
