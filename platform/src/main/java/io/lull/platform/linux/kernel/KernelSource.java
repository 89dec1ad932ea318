package io.lull.platform.linux.kernel;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner as the kernel sees them, at every seat and terminal of the machine: inotify reports
 * that a device was read. After each sign of the owner it sleeps for a moment; the kernel keeps the
 * events meanwhile, equal ones as one.
 */
public final class KernelSource implements InputSource {
  private static final Logger LOG = LoggerFactory.getLogger(KernelSource.class);
  private static final Duration SILENCE = Duration.ofMillis(250);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final List<Function<Inotify, KernelWatch>> makers;
  private final Clock clock;
  private final Thread thread;
  private final Object lock = new Object();
  private final Map<String, KernelWatch.Health> told = new HashMap<>();
  private Consumer<InputSignal> sink = _ -> {};
  private @Nullable Wakeup wakeup;
  private boolean closed;

  /** Keyboards, mice, gamepads and terminals, except those of this process's descendants. */
  public KernelSource(KernelFiles files, Clock clock) {
    this(
        List.of(
            inotify -> new SeatDevices(files, clock, inotify),
            inotify ->
                new Terminals(
                    files,
                    new GuestTerminals(files.proc(), ProcessHandle.current().pid()),
                    clock,
                    inotify)),
        clock);
  }

  KernelSource(List<Function<Inotify, KernelWatch>> makers, Clock clock) {
    this.makers = List.copyOf(makers);
    this.clock = clock;
    this.thread = Thread.ofPlatform().name("kernel-input").daemon().unstarted(this::run);
  }

  @Override
  public String name() {
    return "kernel";
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    thread.start();
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      if (wakeup != null) {
        wakeup.wake();
      }
    }
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (Wakeup ours = new Wakeup()) {
      synchronized (lock) {
        wakeup = ours;
      }
      while (!isClosed()) {
        try (Inotify inotify = Inotify.open()) {
          watch(inotify, ours);
        } catch (IOException | RuntimeException e) {
          LOG.warn("the kernel's devices cannot be watched", e);
          allLost(String.valueOf(e.getMessage()));
        }
        if (!isClosed()) {
          ours.await(List.of(), LOOK_AGAIN.toMillis());
        }
      }
    } catch (IOException | UnsatisfiedLinkError e) {
      LOG.error("the kernel's devices cannot be watched", e);
      allLost(String.valueOf(e.getMessage()));
    } finally {
      synchronized (lock) {
        wakeup = null;
      }
    }
  }

  private boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  private void allLost(String why) {
    final List<String> names = told.isEmpty() ? List.of(name()) : List.copyOf(told.keySet());
    for (final String name : names) {
      final KernelWatch.Health blind = KernelWatch.Health.blind(why);
      if (!blind.equals(told.put(name, blind))) {
        sink.accept(new InputSignal.Lost(name, why));
      }
    }
  }

  private void watch(Inotify inotify, Wakeup waiting) throws IOException {
    final List<KernelWatch> lookouts = new ArrayList<>();
    try {
      makers.forEach(maker -> lookouts.add(maker.apply(inotify)));
      if (told.remove(name()) != null) {
        sink.accept(new InputSignal.Gone(name()));
      }
      lookouts.forEach(KernelWatch::look);
      lookouts.forEach(this::tell);
      while (!isClosed()) {
        final List<Integer> ready =
            waiting.await(
                Stream.concat(
                        Stream.of(inotify.descriptor()),
                        lookouts.stream().flatMap(lookout -> lookout.descriptors().stream()))
                    .toList(),
                untilNextLook(lookouts));
        if (ready.isEmpty() && !isClosed()) {
          lookouts.forEach(KernelWatch::look);
          lookouts.forEach(this::tell);
        } else if (notice(inotify, lookouts, ready) && !isClosed()) {
          waiting.await(List.of(), SILENCE.toMillis());
        }
      }
    } finally {
      lookouts.forEach(KernelWatch::close);
    }
  }

  /** What cannot be watched is tried again regularly. */
  private long untilNextLook(List<KernelWatch> lookouts) {
    final long now = clock.nanos();
    long millis =
        lookouts.stream().allMatch(lookout -> lookout.health().working())
            ? -1
            : LOOK_AGAIN.toMillis();
    for (final KernelWatch lookout : lookouts) {
      if (lookout.lookAgainNanos() != Long.MAX_VALUE) {
        final long until = Math.max(0, lookout.lookAgainNanos() - now) / 1_000_000 + 1;
        millis = millis < 0 ? until : Math.min(millis, until);
      }
    }
    return millis;
  }

  /** Whether a moment's sleep would save wake-ups: after a hand's activity, or a device's noise. */
  private boolean notice(Inotify inotify, List<KernelWatch> lookouts, List<Integer> ready)
      throws IOException {
    final long now = clock.nanos();
    final List<Inotify.Event> events =
        ready.contains(inotify.descriptor()) ? inotify.take() : List.of();
    boolean changed = false;
    boolean pause = ready.size() > 1 || !ready.contains(inotify.descriptor());
    for (final KernelWatch lookout : lookouts) {
      boolean active = false;
      for (final Inotify.Event event : events) {
        if (event.is(Inotify.OVERFLOW)) {
          lookout.look();
          active = true;
        } else {
          active |= lookout.hear(event);
        }
        changed |= !event.is(Inotify.ACCESS);
      }
      for (final int descriptor : ready) {
        active |= lookout.read(descriptor);
      }
      if (active) {
        sink.accept(new InputSignal.Activity(lookout.name(), now, lookout.kind()));
        pause = true;
      }
    }
    if (changed) {
      lookouts.forEach(this::tell);
    }
    return pause;
  }

  private void tell(KernelWatch lookout) {
    final KernelWatch.Health health = lookout.health();
    if (health.equals(told.put(lookout.name(), health))) {
      return;
    }
    if (health.working()) {
      final long agoMillis = Math.max(0, clock.epochMillis() - lookout.lastInputEpochMillis());
      sink.accept(
          new InputSignal.Working(
              lookout.name(),
              health.text(),
              clock.nanos() - agoMillis * 1_000_000,
              health.coverage()));
    } else {
      sink.accept(new InputSignal.Lost(lookout.name(), health.text()));
    }
  }
}
