package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Settings;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the steps of {@link NodeStep} in order: for each event it takes the step, does the effects
 * on guests, and takes the steps that follow from them. The live agent and the simulator both run
 * this class. Single-threaded; the caller serialises.
 */
public final class OwnerStepper {
  /** A step without an effect where one was due is repeated after this time. */
  private static final Duration LEAST_WAIT = Duration.ofMillis(50);

  private final NodeStep step;
  private final Supplier<Settings> chosen;
  private final GuestControl guests;
  private final Clock clock;
  private NodeCore core;

  /**
   * @param chosen the owner's settings with all profiles; read at every step
   * @param beginning the state before the first event
   */
  public OwnerStepper(
      NodeStep step,
      Supplier<Settings> chosen,
      GuestControl guests,
      Clock clock,
      NodeCore beginning) {
    this.step = step;
    this.chosen = chosen;
    this.guests = guests;
    this.clock = clock;
    this.core = beginning;
  }

  /** The state after the last step. */
  public NodeCore core() {
    return core;
  }

  /**
   * Takes the step for this event and the steps that follow from its effects, then returns.
   *
   * @param taken receives every step, after its effects
   */
  public void on(NodeEvent first, Consumer<StepResult> taken) {
    final Deque<NodeEvent> events = new ArrayDeque<>(4);
    events.add(first);
    while (!events.isEmpty()) {
      final NodeEvent event = events.remove();
      final NodeCore before = core;
      final NodeStep.Outcome outcome = step.on(before, event, chosen.get(), Moment.now(clock));
      core = outcome.core();
      final List<StepResult.Failure> failed = new ArrayList<>(0);
      for (final NodeEffect effect : outcome.effects()) {
        final StepResult.Failure failure = failureOf(effect, events);
        if (failure != null) {
          failed.add(failure);
        }
      }
      taken.accept(
          new StepResult(new StepRecord(before, event, outcome.core()), outcome.effects(), failed));
    }
  }

  /**
   * When the next step is due if no event comes before; {@link Long#MAX_VALUE}: no step is known.
   */
  public long dueNanos() {
    final long last = core.last().nanos();
    final long soonest = last + LEAST_WAIT.toNanos();
    final long action = core.nextDueNanos();
    long due = action;
    if (action != Long.MAX_VALUE && action - last <= 0) {
      due = soonest;
    }
    final Duration change = core.verdict().judgement().changesIn();
    if (change != null) {
      final long changes = last + Math.max(LEAST_WAIT.toNanos(), change.toNanos());
      due = due == Long.MAX_VALUE || changes - due < 0 ? changes : due;
    }
    return due;
  }

  private StepResult.@Nullable Failure failureOf(NodeEffect effect, Deque<NodeEvent> then) {
    try {
      switch (effect) {
        case NodeEffect.ReleaseGuest e -> guests.release(e.worker());
        case NodeEffect.ResumeGuest e -> guests.resume(e.worker());
        case NodeEffect.HoldGuest e -> {
          guests.hold(e.worker(), e.cores());
          then.add(new NodeEvent.GuestHeld(e.worker(), clock.nanos()));
        }
        case NodeEffect.SuspendGuest e -> {
          if (!guests.suspend(e.worker())) {
            return new StepResult.Failure(effect, null);
          }
          then.add(new NodeEvent.GuestHeld(e.worker(), clock.nanos()));
        }
        case NodeEffect.KillGuest e -> guests.kill(e.worker(), e.reason());
        case NodeEffect.ReportReclaimed _, NodeEffect.ReportVacated _ -> {
          // The caller reports these.
        }
      }
      return null;
    } catch (RuntimeException e) {
      return new StepResult.Failure(effect, e);
    }
  }
}
