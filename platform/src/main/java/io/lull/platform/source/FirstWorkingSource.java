package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Gone;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.InputSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several ways to observe the same input, the best first: the best that works reports, under one
 * name. A lost source tries to recover by itself, as every source does; meanwhile the next is
 * tried, and closed when the better one works again.
 */
public final class FirstWorkingSource implements InputSource {
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final String name;
  private final List<Supplier<? extends InputSource>> makers;
  private final List<Candidate> candidates = new ArrayList<>();
  private final Object lock = new Object();

  /** A source's own thread must not wait for the end of another, which may wait for it. */
  private final ExecutorService closer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("best-of-closer").daemon().factory());

  private Consumer<InputSignal> sink = _ -> {};
  private String lostTold = "";
  private boolean guestMayRun = true;
  private boolean closed;

  /** A running source; guarded by the lock. */
  private static final class Candidate {
    final InputSource source;
    @Nullable Working working;
    String why = "it has not answered yet";
    boolean dismissed;

    Candidate(InputSource source) {
      this.source = source;
    }
  }

  /**
   * @param name of its signals
   * @param makers of the sources, the best first; each may be called repeatedly
   */
  public FirstWorkingSource(String name, List<Supplier<? extends InputSource>> makers) {
    this.name = name;
    this.makers = List.copyOf(makers);
    if (makers.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to choose the best of");
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    synchronized (lock) {
      sink = to;
      tryNext();
    }
  }

  /** Call this with the lock. */
  private void tryNext() {
    if (closed || candidates.size() >= makers.size()) {
      return;
    }
    final Candidate candidate = new Candidate(makers.get(candidates.size()).get());
    candidates.add(candidate);
    candidate.source.guestMayRun(guestMayRun);
    candidate.source.start(signal -> hear(candidate, signal));
  }

  private void hear(Candidate from, InputSignal signal) {
    synchronized (lock) {
      if (from.dismissed || closed) {
        return;
      }
      if (!signal.source().equals(from.source.name())) {
        sink.accept(signal);
        return;
      }
      switch (signal) {
        case Working s -> works(from, s);
        case Lost s -> lost(from, s.why());
        case Gone _ -> lost(from, "it is gone");
        case Activity s -> sink.accept(new Activity(name, s.nanos(), s.kind(), s.movedPixels()));
        case InputSignal.Locked s -> sink.accept(new InputSignal.Locked(name, s.locked()));
        case InputSignal.Engaged s ->
            sink.accept(new InputSignal.Engaged(name, s.how(), s.by(), s.on()));
        default -> sink.accept(signal);
      }
    }
  }

  private void works(Candidate from, Working signal) {
    from.working = signal;
    lostTold = "";
    final int place = candidates.indexOf(from);
    while (candidates.size() > place + 1) {
      final Candidate lesser = candidates.removeLast();
      lesser.dismissed = true;
      closer.execute(lesser.source::close);
    }
    if (candidates.stream().limit(place).allMatch(better -> better.working == null)) {
      sink.accept(new Working(name, signal.detail(), signal.lastInputNanos(), signal.coverage()));
    }
  }

  private void lost(Candidate from, String why) {
    from.working = null;
    from.why = why;
    if (from.equals(candidates.getLast())) {
      if (candidates.size() < makers.size()) {
        // Until the next source answers, none sees input.
        tell(why);
        tryNext();
      } else {
        tell(whyAll());
      }
    }
  }

  private String whyAll() {
    return candidates.stream()
        .map(candidate -> candidate.source.name() + ": " + candidate.why)
        .collect(Collectors.joining("; "));
  }

  private void tell(String why) {
    if (!why.equals(lostTold)) {
      lostTold = why;
      sink.accept(new Lost(name, why));
    }
  }

  @Override
  public void guestMayRun(boolean may) {
    final List<InputSource> running;
    synchronized (lock) {
      guestMayRun = may;
      running = candidates.stream().map(candidate -> candidate.source).toList();
    }
    running.forEach(source -> source.guestMayRun(may));
  }

  @Override
  public void close() {
    final List<Candidate> running;
    synchronized (lock) {
      closed = true;
      running = List.copyOf(candidates);
      candidates.clear();
    }
    running.forEach(candidate -> candidate.source.close());
    closer.shutdown();
    try {
      if (!closer.awaitTermination(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        closer.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
