package io.lull.agent.owner;

import io.lull.agent.settings.Setting;
import io.lull.agent.settings.Settings;
import io.lull.agent.settings.SettingsStore;
import io.lull.platform.Platform;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.load.LoadSample;
import io.lull.platform.load.LoadShares;
import io.lull.platform.power.PowerState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.SourceHealth;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link NodeStep} live, on one thread: hears the input sources, measures the load, has the
 * effects done, and tells of changes.
 */
public final class OwnerWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerWatch.class);
  private static final int INBOX = 4096;
  private static final long LOAD_EVERY_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long SHORTEST_WAIT_NANOS = Duration.ofMillis(50).toNanos();
  private static final int LEAST_SAMPLES_A_WINDOW = 4;
  private static final long SURROUNDINGS_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final Platform platform;
  private final List<InputSource> sources;
  private final SettingsStore settings;
  private final Clock clock;
  private final NodeStep step;
  private final BlockingQueue<NodeEvent> inbox = new ArrayBlockingQueue<>(INBOX);
  private final Map<String, Long> lastInputEpochMillis = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile NodeCore core;
  private volatile boolean closed;
  private volatile @Nullable Double toldOwnerCpu;
  private volatile @Nullable PowerState toldPower;
  private @Nullable GuestControl guests;
  private @Nullable OwnerListener listener;
  private @Nullable LoadSample lastSample;
  private @Nullable Object lastPublished;

  /**
   * @param sources closed with the watch
   * @param zone in which the owner's schedule is meant
   */
  public OwnerWatch(
      Platform platform,
      List<InputSource> sources,
      SettingsStore settings,
      Clock clock,
      ZoneId zone) {
    this.platform = platform;
    this.sources = List.copyOf(sources);
    this.settings = settings;
    this.clock = clock;
    this.step = new NodeStep(zone);
    this.core = NodeCore.beginning(Moment.now(clock));
    this.thread = Thread.ofPlatform().name("owner-watch").daemon().unstarted(this::run);
  }

  /** Begins to watch. */
  public void start(GuestControl guestControl, OwnerListener ownerListener) {
    guests = guestControl;
    listener = ownerListener;
    thread.start();
    sources.forEach(source -> source.start(this::hear));
  }

  /**
   * From any thread; what it leads to happens on the watch's own.
   *
   * @throws IllegalStateException when far too much waits to be handled
   */
  public void tell(NodeEvent event) {
    if (!inbox.offer(event)) {
      throw new IllegalStateException("the owner's watch does not keep up");
    }
  }

  /** As of the last event, two seconds ago at most. */
  public NodeCore core() {
    return core;
  }

  /** As of the last event, two seconds ago at most. */
  public NodeStatus status() {
    return core.toWire();
  }

  public List<SourceHealth> sourceHealth() {
    return core.inputs().sources().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(source ->
            SourceHealth.newBuilder()
                .setName(source.getKey())
                .setWorking(source.getValue().working())
                .setDetail(source.getValue().detail())
                .setLastInputEpochMillis(lastInputEpochMillis.getOrDefault(source.getKey(), 0L))
                .build())
        .toList();
  }

  /** Ends the watch and its sources; guests are not touched. */
  @Override
  public void close() {
    closed = true;
    sources.forEach(InputSource::close);
    thread.interrupt();
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** On a source's own thread, which an error here must not end. */
  private void hear(InputSignal signal) {
    try {
      take(signal);
    } catch (RuntimeException e) {
      LOG.error("{} could not be taken", signal, e);
    }
  }

  private void take(InputSignal signal) {
    switch (signal) {
      case InputSignal.Activity s -> {
        final Moment now = Moment.now(clock);
        lastInputEpochMillis.put(s.source(), now.epochMillisAt(s.nanos()));
        tell(new NodeEvent.Input(s.source(), s.nanos(), s.movedPixels()));
      }
      case InputSignal.Working s -> {
        LOG.info("input source {} works: {}", s.source(), s.detail());
        tell(
            new NodeEvent.SourceHealth(
                s.source(), true, s.detail(), s.lastInputNanos(), s.coverage()));
      }
      case InputSignal.Lost s -> {
        LOG.warn("input source {} is lost: {}", s.source(), s.why());
        tell(new NodeEvent.SourceHealth(s.source(), false, s.why(), clock.nanos()));
      }
      case InputSignal.Gone s -> {
        LOG.info("input source {} is gone", s.source());
        lastInputEpochMillis.remove(s.source());
        tell(new NodeEvent.SourceGone(s.source()));
      }
      case InputSignal.SessionSeen s -> tell(new NodeEvent.SessionSeen(s.session()));
      case InputSignal.SessionEnded s -> tell(new NodeEvent.SessionEnded(s.id()));
      case InputSignal.Engaged s ->
          tell(new NodeEvent.Engaged(s.source(), s.how(), s.by(), s.on()));
      case InputSignal.Slept _ -> tell(new NodeEvent.Slept());
      case InputSignal.Locked s -> tell(s.locked() ? new NodeEvent.Lock() : new NodeEvent.Unlock());
      case InputSignal.OwnerLoad s -> {
        toldOwnerCpu = s.share();
        tell(new NodeEvent.Tick());
      }
      case InputSignal.Power s -> {
        toldPower = new PowerState(s.mains(), s.charge(), false);
        tell(new NodeEvent.Power(new PowerState(s.mains(), s.charge(), false)));
      }
      case InputSignal.Quit s -> {
        LOG.info("the owner ends the agent ({})", s.source());
        if (listener != null) {
          listener.quit();
        }
      }
    }
  }

  private void run() {
    long loadDue = clock.nanos();
    long surroundingsDue = loadDue;
    while (!closed) {
      try {
        final long now = clock.nanos();
        if (now - loadDue >= 0) {
          loadDue = now + loadEvery();
          measure();
        }
        if (now - surroundingsDue >= 0) {
          surroundingsDue = now + SURROUNDINGS_EVERY_NANOS;
          lookAround();
        }
        final NodeEvent event =
            inbox.poll(
                Math.max(0, wait(now, Math.min(loadDue - now, surroundingsDue - now))),
                TimeUnit.NANOSECONDS);
        handle(event == null ? new NodeEvent.Tick() : event);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.error("the owner's watch met an error and goes on", e);
      }
    }
  }

  /** Until something is due, or changes by itself. */
  private long wait(long now, long untilDue) {
    long wait = untilDue;
    final long deadline = core.deadlineNanos();
    if (deadline != Long.MAX_VALUE && deadline - now > 0) {
      wait = Math.min(wait, deadline - now);
    }
    final Duration change = core.verdict().judgement().changesIn();
    if (change != null) {
      final long changes = core.last().nanos() + change.toNanos() - now;
      wait = Math.min(wait, Math.max(SHORTEST_WAIT_NANOS, changes));
    }
    return wait;
  }

  private long loadEvery() {
    return Math.min(
        LOAD_EVERY_NANOS,
        settings.settings().get(Setting.CPU_WINDOW).toNanos() / LEAST_SAMPLES_A_WINDOW);
  }

  private void measure() {
    final LoadSample sample =
        platform.load().sample(guests == null ? List.of() : guests.processes());
    final LoadSample before = lastSample;
    lastSample = sample;
    if (before == null) {
      return;
    }
    final LoadShares shares = sample.since(before);
    final Double told = toldOwnerCpu;
    handle(new NodeEvent.Load(told == null ? shares.owner() : told, shares.guest()));
  }

  private void lookAround() {
    if (toldPower == null) {
      handle(new NodeEvent.Power(platform.power().state()));
    }
    final var exclusive = settings.settings().get(Setting.EXCLUSIVE_PROGRAMS);
    final String running =
        exclusive.isEmpty()
            ? ""
            : platform.processes().running().stream()
                .filter(exclusive::contains)
                .sorted()
                .findFirst()
                .orElse("");
    handle(new NodeEvent.ExclusiveProgram(running));
  }

  private void handle(NodeEvent first) {
    final Deque<NodeEvent> events = new ArrayDeque<>();
    events.add(first);
    while (!events.isEmpty()) {
      final NodeEvent event = events.remove();
      final NodeCore before = core;
      final Settings inForce = settings.settings();
      final NodeStep.Outcome outcome = step.on(before, event, inForce, Moment.now(clock));
      core = outcome.core();
      if (before.state() != core.state()) {
        LOG.info("{} -> {}: {}", before.state().wire(), core.state().wire(), core.reason());
      }
      for (final NodeEffect effect : outcome.effects()) {
        try {
          act(effect, events);
        } catch (RuntimeException e) {
          LOG.error("{} failed", effect, e);
        }
      }
    }
    publish();
  }

  private void act(NodeEffect effect, Deque<NodeEvent> then) {
    if (guests == null || listener == null) {
      return;
    }
    switch (effect) {
      case NodeEffect.ReleaseGuest e -> guests.release(e.worker());
      case NodeEffect.ResumeGuest e -> guests.resume(e.worker());
      case NodeEffect.HoldGuest e -> {
        guests.hold(e.worker(), e.cores());
        then.add(new NodeEvent.GuestHeld(e.worker(), clock.nanos()));
      }
      case NodeEffect.SuspendGuest e -> {
        guests.suspend(e.worker());
        then.add(new NodeEvent.GuestHeld(e.worker(), clock.nanos()));
      }
      case NodeEffect.KillGuest e -> {
        LOG.info("worker {} is ended: {}", e.worker(), e.reason());
        guests.kill(e.worker(), e.reason());
      }
      case NodeEffect.ReportReclaimed e -> {
        LOG.info("reclaimed: {}", e.reason());
        publish();
      }
      case NodeEffect.ReportVacated e -> listener.vacated(e.worker(), e.millis(), e.killed());
    }
  }

  /** What the coordinator should know at once; numbers that merely run on go with heartbeats. */
  private record Telling(NodeStatus status, Judgement.Kind kind, List<String> leaving) {}

  private void publish() {
    final NodeCore now = core;
    final NodeStatus status = now.toWire();
    final Telling telling =
        new Telling(
            status.toBuilder()
                .clearReason()
                .clearOwnerIdleMillis()
                .clearOwnerCpu()
                .clearGuestCpu()
                .clearGraceDeadlineEpochMillis()
                .build(),
            now.verdict().judgement().kind(),
            now.guests().entrySet().stream()
                .filter(entry -> entry.getValue().leave() != null)
                .map(Map.Entry::getKey)
                .toList());
    if (listener != null && !telling.equals(lastPublished)) {
      lastPublished = telling;
      listener.status(status);
    }
  }
}
