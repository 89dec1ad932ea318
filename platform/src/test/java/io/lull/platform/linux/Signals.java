package io.lull.platform.linux;

import io.lull.platform.input.InputSignal;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a source says, to be waited for. */
public final class Signals implements Consumer<InputSignal> {
  private static final Duration COMES_WITHIN = Duration.ofSeconds(60);

  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();

  @Override
  public void accept(InputSignal signal) {
    signals.add(signal);
  }

  /** The next of that kind, others being thrown away. */
  public <S extends InputSignal> S await(Class<S> kind) throws InterruptedException {
    final S next = within(COMES_WITHIN, kind);
    if (next == null) {
      throw new AssertionError("no " + kind.getSimpleName() + " came");
    }
    return next;
  }

  /** Until nothing of that kind has come for so long. */
  public void awaitSilence(Duration howLong, Class<? extends InputSignal> kind)
      throws InterruptedException {
    final long deadline = System.nanoTime() + COMES_WITHIN.toNanos();
    while (within(howLong, kind) != null) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(kind.getSimpleName() + " comes without an end");
      }
    }
  }

  public void assertNoneWithin(Duration howLong, Class<? extends InputSignal> kind)
      throws InterruptedException {
    final InputSignal came = within(howLong, kind);
    if (came != null) {
      throw new AssertionError("there was to be no " + kind.getSimpleName() + " but: " + came);
    }
  }

  public boolean comesWithin(Duration howLong, Class<? extends InputSignal> kind)
      throws InterruptedException {
    return within(howLong, kind) != null;
  }

  private <S extends InputSignal> @Nullable S within(Duration howLong, Class<S> kind)
      throws InterruptedException {
    final long deadline = System.nanoTime() + howLong.toNanos();
    while (true) {
      final InputSignal signal = signals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (signal == null || kind.isInstance(signal)) {
        return kind.cast(signal);
      }
    }
  }
}
