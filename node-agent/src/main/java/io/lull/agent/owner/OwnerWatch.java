package io.lull.agent.owner;

import io.lull.agent.core.owner.Confinement;
import io.lull.agent.core.owner.GuestControl;
import io.lull.agent.core.owner.GuestRecorder;
import io.lull.agent.core.owner.Moment;
import io.lull.agent.core.owner.NodeCore;
import io.lull.agent.core.owner.NodeEffect;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.owner.NodeStep;
import io.lull.agent.core.owner.OwnerStepper;
import io.lull.agent.core.owner.PendingKills;
import io.lull.agent.core.owner.ReturnWarmUp;
import io.lull.agent.core.owner.StepResult;
import io.lull.agent.settings.SettingsStore;
import io.lull.platform.Platform;
import io.lull.platform.guest.GuestId;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.machine.PowerState;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerConditions;
import io.lull.protocol.wire.SourceHealth;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link NodeStep} live: receives the input sources' signals, polls, has the effects executed,
 * and reports changes. It acts on the owner's input on the thread of the source that saw it;
 * everything that can wait, including logging, runs on the watch's own thread.
 */
public final class OwnerWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerWatch.class);
  private static final int INBOX = 4096;
  private static final int MAX_UNTOLD = 1024;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final List<InputSource> sources;
  private final SettingsStore settings;
  private final Clock clock;
  private final NodeStep step;
  private final StatusPoller rounds;
  private final BlockingQueue<NodeEvent> inbox = new ArrayBlockingQueue<>(INBOX);
  private final Map<String, Long> lastInputEpochMillis = new ConcurrentHashMap<>();
  private final PendingKills pendingKills = new PendingKills();
  private final Thread thread;

  /** Held while a step is taken and its effects are executed. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Steps with executed effects that are not reported yet; guarded by the lock. */
  private final Deque<StepResult> untold = new ArrayDeque<>();

  private volatile NodeCore core;
  private volatile boolean closed;
  private @Nullable OwnerStepper stepper;
  private Supplier<Collection<GuestId>> guestProcesses = List::of;
  private @Nullable OwnerListener listener;
  private GuestRecorder recorder = GuestRecorder.NONE;
  private final StatusPublisher publisher;
  private long loadToldNanos;

  /**
   * @param sources closed with the watch
   * @param zone of the owner's schedule
   */
  public OwnerWatch(
      Platform platform,
      List<InputSource> sources,
      SettingsStore settings,
      Confinement confinement,
      Clock clock,
      ZoneId zone) {
    this.sources = List.copyOf(sources);
    this.publisher = new StatusPublisher(sources);
    this.settings = settings;
    this.clock = clock;
    this.step = new NodeStep(zone, confinement);
    this.rounds = new StatusPoller(platform, () -> settings.at(clock, zone), clock);
    this.core = NodeCore.beginning(Moment.now(clock));
    this.loadToldNanos = core.last().nanos();
    this.thread = Thread.ofPlatform().name("owner-watch").daemon().unstarted(this::run);
  }

  /**
   * Starts the watch.
   *
   * @param processes of all guests, to count their processor time; from any thread
   */
  public void start(
      GuestControl guests,
      Supplier<Collection<GuestId>> processes,
      OwnerListener ownerListener,
      GuestRecorder ownersRecord) {
    stepper = new OwnerStepper(step, settings::settings, guests, clock, core);
    guestProcesses = processes;
    listener = ownerListener;
    publisher.to(ownerListener);
    recorder = new IncidentLog(ownersRecord);
    ReturnWarmUp.of(step, settings.settings(), Moment.now(clock));
    thread.start();
    sources.forEach(source -> source.start(this::hear));
  }

  /**
   * From any thread; the consequences happen on the watch's own.
   *
   * @throws IllegalStateException if too many events wait
   */
  public void tell(NodeEvent event) {
    if (!inbox.offer(event)) {
      throw new IllegalStateException("the owner's watch cannot keep up");
    }
  }

  /** As of the last event, at most ten seconds ago. */
  public NodeCore core() {
    return core;
  }

  /** As of the last event, at most ten seconds ago. */
  public NodeStatus status() {
    return core.toWire();
  }

  public List<SourceHealth> sourceHealth() {
    return core.sourceHealth(lastInputEpochMillis);
  }

  /** The result of the last poll. */
  public OwnerConditions conditions() {
    final StatusPoller.Seen seen = rounds.seen();
    return OwnerConditions.newBuilder()
        .setMains(seen.power().mains())
        .setCharge(seen.power().charge())
        .setPowerSaver(seen.power().saver())
        .setCelsius(Double.isNaN(seen.heat().celsius()) ? 0 : seen.heat().celsius())
        .setThrottled(seen.heat().throttled())
        .setOwnerDisk(seen.traffic().ownerDisk())
        .setOwnerNetwork(seen.traffic().ownerNetwork())
        .build();
  }

  /** Ends the watch and its sources, but no guest. */
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
      LOG.error("failed to process {}", signal, e);
    }
  }

  private void take(InputSignal signal) {
    switch (signal) {
      case InputSignal.Activity s -> {
        tellAtOnce(new NodeEvent.Input(s.source(), s.nanos(), s.movedPixels()));
        lastInputEpochMillis.put(s.source(), Moment.now(clock).epochMillisAt(s.nanos()));
      }
      case InputSignal.Working s -> {
        tell(
            new NodeEvent.SourceHealth(
                s.source(), true, s.detail(), s.lastInputNanos(), s.coverage()));
        LOG.info("input source {} works: {}", s.source(), s.detail());
      }
      case InputSignal.Lost s -> {
        tell(new NodeEvent.SourceHealth(s.source(), false, s.why(), clock.nanos()));
        LOG.warn("input source {} is lost: {}", s.source(), s.why());
      }
      case InputSignal.Gone s -> {
        tell(new NodeEvent.SourceGone(s.source()));
        lastInputEpochMillis.remove(s.source());
        LOG.info("input source {} is gone", s.source());
      }
      case InputSignal.SessionSeen s -> tell(new NodeEvent.SessionSeen(s.source(), s.session()));
      case InputSignal.SessionEnded s -> tell(new NodeEvent.SessionEnded(s.source(), s.id()));
      case InputSignal.Engaged s ->
          tell(new NodeEvent.Engaged(s.source(), s.how(), s.by(), s.on()));
      case InputSignal.Slept _ -> tell(new NodeEvent.Slept());
      case InputSignal.Locked s ->
          tell(s.locked() ? new NodeEvent.Lock(s.source()) : new NodeEvent.Unlock(s.source()));
      case InputSignal.OwnerLoad s -> {
        rounds.ownerCpu(s.share());
        tell(new NodeEvent.Tick());
      }
      case InputSignal.Power s -> {
        final PowerState power = new PowerState(s.mains(), s.charge(), false);
        rounds.power(power);
        tell(new NodeEvent.Power(power));
      }
      case InputSignal.Quit s -> {
        LOG.info("the owner ends the agent ({})", s.source());
        if (listener != null) {
          listener.quit();
        }
      }
    }
  }

  /** Earlier reports come first: the watch's thread is delivering them. */
  private void tellAtOnce(NodeEvent.Input event) {
    if (!inbox.isEmpty() || !stepping.tryLock()) {
      tell(event);
      return;
    }
    final boolean matters;
    try {
      if (untold.size() >= MAX_UNTOLD) {
        throw new IllegalStateException("the owner's watch cannot keep up");
      }
      matters = advance(event);
    } finally {
      stepping.unlock();
    }
    if (matters) {
      tell(new NodeEvent.Tick());
    }
  }

  private void run() {
    while (!closed) {
      try {
        final long wait = untilDueNanos();
        final NodeEvent event = wait <= 0 ? null : inbox.poll(wait, TimeUnit.NANOSECONDS);
        if (event != null) {
          handle(event);
        } else {
          rounds.look(core, guestProcesses.get(), this::handle);
          handle(new NodeEvent.Tick());
          pendingKills.check(core, clock.nanos(), recorder);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.error("error in the owner's watch; it continues", e);
      }
    }
  }

  private long untilDueNanos() {
    final long due = started().dueNanos();
    final long look = rounds.untilDueNanos(core);
    return due == Long.MAX_VALUE ? look : Math.min(look, due - clock.nanos());
  }

  private OwnerStepper started() {
    return Objects.requireNonNull(stepper, "the watch is not started");
  }

  private void handle(NodeEvent event) {
    stepping.lock();
    try {
      advance(event);
    } finally {
      stepping.unlock();
    }
    tellOfSteps();
  }

  /** Call this with the lock. */
  private boolean advance(NodeEvent event) {
    final OwnerStepper running = started();
    final Told told = new Told();
    try {
      running.on(event, told);
    } finally {
      core = running.core();
    }
    return told.matters;
  }

  /** Collects the steps of one event; call this with the lock. */
  private final class Told implements Consumer<StepResult> {
    boolean matters;

    @Override
    public void accept(StepResult stepped) {
      if (stepped.tells()) {
        untold.add(stepped);
      }
      matters |= stepped.matters();
    }
  }

  /** On the watch's own thread. */
  private void tellOfSteps() {
    while (true) {
      final StepResult next;
      stepping.lock();
      try {
        next = untold.poll();
      } finally {
        stepping.unlock();
      }
      if (next == null) {
        publisher.publish(core);
        return;
      }
      tellOf(next);
    }
  }

  private void tellOf(StepResult stepped) {
    final NodeCore before = stepped.observed().before();
    final NodeCore after = stepped.after();
    if (before.state() != after.state()) {
      LOG.info("{} -> {}: {}", before.state().wire(), after.state().wire(), after.reason());
    }
    for (final NodeEffect effect : stepped.effects()) {
      switch (effect) {
        case NodeEffect.KillGuest e -> {
          LogContext.ofWorker(
              e.worker(), () -> LOG.info("ending worker {}: {}", e.worker(), e.reason()));
          pendingKills.killed(e.worker(), after.last().nanos());
        }
        case NodeEffect.ReportReclaimed e -> {
          LOG.info("reclaimed: {}", e.reason());
          publisher.publish(after);
        }
        case NodeEffect.ReportVacated e -> {
          if (listener != null) {
            listener.vacated(e);
          }
        }
        case NodeEffect.HoldGuest _,
            NodeEffect.ReleaseGuest _,
            NodeEffect.SuspendGuest _,
            NodeEffect.ResumeGuest _ -> {}
      }
    }
    stepped.observed().writeTo(recorder);
    for (final StepResult.Failure failure : stepped.failed()) {
      if (failure.cause() != null) {
        LOG.error("{} failed", failure.effect(), failure.cause());
      }
      if (failure.effect() instanceof NodeEffect.SuspendGuest e) {
        recorder.incident(e.worker(), "could not be stopped");
      }
    }
    if (stepped.observed().event() instanceof NodeEvent.Load load) {
      if (before.hasGuests()) {
        recorder.ran((after.last().nanos() - loadToldNanos) / 1e9, load.guestCpu());
      }
      loadToldNanos = after.last().nanos();
    }
  }
}
