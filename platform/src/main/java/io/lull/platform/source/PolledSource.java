package io.lull.platform.source;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A source on a system that reports nothing: it polls, often while a guest may run. */
public final class PolledSource implements InputSource {
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final String name;
  private final IdleProbe probe;
  private final SideProbes sideLooks;
  private final IdlePoll poll;
  private final Clock clock;
  private final Thread thread;
  private final Object lock = new Object();
  private Consumer<InputSignal> sink = _ -> {};
  private boolean closed;
  private boolean guestMayRun = true;

  /**
   * @param detail for people: what answers
   * @param shortestPause between two polls: while a guest may run and the owner is away
   */
  public PolledSource(
      String name,
      String detail,
      Set<Coverage> coverage,
      Duration shortestPause,
      IdleProbe probe,
      List<SideProbe> sideLooks,
      Clock clock) {
    this.name = name;
    this.probe = probe;
    this.sideLooks = new SideProbes(sideLooks);
    this.poll = new IdlePoll(name, detail, coverage, shortestPause);
    this.clock = clock;
    this.thread = Thread.ofPlatform().name("polled-input").daemon().unstarted(this::run);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    thread.start();
  }

  @Override
  public void guestMayRun(boolean may) {
    synchronized (lock) {
      guestMayRun = may;
      lock.notifyAll();
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    do {
      final long now = clock.nanos();
      poll.look(now, clock.epochMillis(), look(now)).forEach(sink);
      sideLooks.due(now).forEach(sink);
    } while (pause());
  }

  /** A missing or wrong native library is an error, not an exception. */
  private IdleReading look(long now) {
    try {
      return probe.look(now);
    } catch (RuntimeException | LinkageError e) {
      return new IdleReading.Blind("it could not be asked: " + e.getMessage());
    }
  }

  /** When a guest may run, a long pause ends. */
  private boolean pause() {
    synchronized (lock) {
      final long from = clock.nanos();
      try {
        while (!closed) {
          final long now = clock.nanos();
          final long left = from + poll.pause(now, guestMayRun).toNanos() - now;
          if (left <= 0) {
            return true;
          }
          lock.wait(Math.max(1, left / 1_000_000));
        }
      } catch (InterruptedException e) {
        closed = true;
      }
      return false;
    }
  }
}
