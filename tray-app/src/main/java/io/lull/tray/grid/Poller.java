package io.lull.tray.grid;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value of the coordinator's that is fetched repeatedly while at least one page watches it. One
 * fetch at a time: if a coordinator hangs, watchers learn that it does not answer.
 *
 * @param <T> the value, immutable
 */
public final class Poller<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

  /**
   * The intervals.
   *
   * @param refresh from one answer to the next request
   * @param patience after which watchers learn that there is no answer yet
   */
  public record Pace(Duration refresh, Duration patience) {
    /** A true state within three seconds, however a coordinator is lost. */
    public static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofMillis(1500));
  }

  /** Ends a page's watch. */
  @FunctionalInterface
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  private final String name;
  private final Supplier<T> fetch;
  private final Pace pace;
  private final Clock clock;
  private final List<Consumer<Fetched<T>>> watchers = new CopyOnWriteArrayList<>();
  private Fetched<T> seen = new Fetched.Awaited<>();
  private boolean running;
  private boolean wanted;

  /**
   * @param name of the fetching thread
   * @param fetch may take any time; fails with {@link ClientFailure}
   */
  public Poller(String name, Supplier<T> fetch, Pace pace, Clock clock) {
    this.name = name;
    this.fetch = fetch;
    this.pace = pace;
    this.clock = clock;
  }

  /** Receives the present value and every change, on any thread, until it is closed. */
  public synchronized Watch watch(Consumer<Fetched<T>> watcher) {
    watchers.add(watcher);
    watcher.accept(seen);
    wanted = true;
    notifyAll();
    if (!running) {
      running = true;
      Thread.ofVirtual().name(name).start(this::run);
    }
    return () -> leave(watcher);
  }

  private synchronized void leave(Consumer<Fetched<T>> watcher) {
    watchers.remove(watcher);
    notifyAll();
  }

  /** Fetches at once, if anybody watches: after a person's change. */
  public synchronized void refresh() {
    wanted = true;
    notifyAll();
  }

  private void run() {
    try {
      while (goesOn()) {
        fetch();
        rest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("{} is not fetched any more", name, e);
    }
  }

  private synchronized boolean goesOn() {
    running = !watchers.isEmpty();
    wanted = false;
    return running;
  }

  private void fetch() throws InterruptedException {
    final CountDownLatch done = new CountDownLatch(1);
    Thread.ofVirtual()
        .name(name + "-fetch")
        .start(() -> {
          try {
            tell(answer());
          } finally {
            done.countDown();
          }
        });
    if (!done.await(pace.patience().toNanos(), TimeUnit.NANOSECONDS)) {
      tell(missing(ClientFailure.Kind.UNREACHABLE, ""));
      done.await();
    }
  }

  private Fetched<T> answer() {
    try {
      return new Fetched.Shown<>(fetch.get(), clock.epochMillis());
    } catch (ClientFailure e) {
      return missing(e.kind(), e.line());
    } catch (RuntimeException e) {
      LOG.error("{} could not be fetched", name, e);
      return missing(ClientFailure.Kind.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private synchronized Fetched<T> missing(ClientFailure.Kind kind, String line) {
    final Optional<Fetched.Shown<T>> last =
        switch (seen) {
          case Fetched.Awaited<T> _ -> Optional.empty();
          case Fetched.Shown<T> shown -> Optional.of(shown);
          case Fetched.Missing<T> before -> before.last();
        };
    return new Fetched.Missing<>(kind, line, last);
  }

  private synchronized void tell(Fetched<T> now) {
    if (!now.equals(seen)) {
      seen = now;
      watchers.forEach(watcher -> watcher.accept(now));
    }
  }

  private synchronized void rest() throws InterruptedException {
    final long end = clock.nanos() + pace.refresh().toNanos();
    long left = pace.refresh().toMillis();
    while (!wanted && !watchers.isEmpty() && left > 0) {
      wait(left);
      left = (end - clock.nanos()) / 1_000_000;
    }
  }
}
