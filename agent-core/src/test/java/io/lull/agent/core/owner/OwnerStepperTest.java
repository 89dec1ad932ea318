package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.settings.Settings;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of an agent's steps, with guests that only note what is done to them. */
class OwnerStepperTest {
  private static final String SOURCE = "display";
  private static final long START_NANOS = 7_000_000_000L;
  private static final long NOON = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();

  private final List<String> done = new ArrayList<>();
  private final List<StepResult> taken = new ArrayList<>();
  private Duration elapsed = Duration.ZERO;
  private boolean stoppable = true;
  private boolean broken;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return START_NANOS + elapsed.toNanos();
        }

        @Override
        public long epochMillis() {
          return NOON + elapsed.toMillis();
        }
      };

  private OwnerStepper stepper(String policy) {
    final Settings settings =
        Settings.of(
            Map.of("policy", policy, "idle-after", "10s", "cpu-window", "1s", "grace", "20s"));
    return new OwnerStepper(
        new NodeStep(ZoneOffset.UTC, Confinement.COMPLETE),
        () -> settings,
        new NotedGuests(),
        clock,
        NodeCore.beginning(Moment.now(clock)));
  }

  private final class NotedGuests implements GuestControl {
    @Override
    public void hold(String worker, double cores) {
      note("hold " + worker);
    }

    @Override
    public void release(String worker) {
      note("release " + worker);
    }

    @Override
    public boolean suspend(String worker) {
      note("suspend " + worker);
      return stoppable;
    }

    @Override
    public void resume(String worker) {
      note("resume " + worker);
    }

    @Override
    public void kill(String worker, String reason) {
      note("kill " + worker);
    }

    private void note(String what) {
      done.add(what);
      elapsed = elapsed.plusMillis(3);
      if (broken) {
        throw new IllegalStateException("the system refuses it");
      }
    }
  }

  private void computing(OwnerStepper stepper) {
    on(stepper, new NodeEvent.SourceHealth(SOURCE, true, "", clock.nanos()));
    on(stepper, new NodeEvent.Load(0, 0));
    elapsed = elapsed.plusSeconds(11);
    on(stepper, new NodeEvent.Load(0, 0));
    on(stepper, new NodeEvent.GuestClaimed("J1-w1", "ada"));
    on(stepper, new NodeEvent.GuestStarted("J1-w1"));
    on(stepper, new NodeEvent.GuestReady("J1-w1"));
    assertThat(stepper.core().state()).isEqualTo(NodeState.RUNNING);
    done.clear();
    taken.clear();
  }

  private void on(OwnerStepper stepper, NodeEvent event) {
    stepper.on(event, taken::add);
  }

  @Test
  void theGuestIsHeldAndConfirmedBeforeTheOwnersInputReturns() {
    final OwnerStepper stepper = stepper("gentle");
    computing(stepper);
    final long before = clock.nanos();
    on(stepper, new NodeEvent.Input(SOURCE, before));
    assertThat(done).containsExactly("hold J1-w1");
    assertThat(taken)
        .extracting(step -> step.observed().event())
        .satisfiesExactly(
            event -> assertThat(event).isInstanceOf(NodeEvent.Input.class),
            event ->
                assertThat(event)
                    .isEqualTo(
                        new NodeEvent.GuestHeld("J1-w1", before + Duration.ofMillis(3).toNanos())));
    assertThat(stepper.core().toWire().getReclaims().getLastMillis()).isEqualTo(3);
  }

  @Test
  void aGuestThatCannotBeStoppedIsNotTakenForHeld() {
    stoppable = false;
    final OwnerStepper stepper = stepper("strict");
    computing(stepper);
    on(stepper, new NodeEvent.Input(SOURCE, clock.nanos()));
    assertThat(done).containsExactly("suspend J1-w1", "kill J1-w1");
    assertThat(taken).hasSize(1);
    assertThat(taken.getFirst().failed())
        .containsExactly(new StepResult.Failure(new NodeEffect.SuspendGuest("J1-w1"), null));
    assertThat(stepper.core().toWire().getReclaims().getCount()).isZero();
  }

  @Test
  void anEffectThatFailsIsReportedAndTheNextStepsAreTaken() {
    broken = true;
    final OwnerStepper stepper = stepper("gentle");
    computing(stepper);
    on(stepper, new NodeEvent.Input(SOURCE, clock.nanos()));
    assertThat(taken.getFirst().failed())
        .singleElement()
        .satisfies(
            failure -> assertThat(failure.cause()).hasMessageContaining("the system refuses it"));
    elapsed = elapsed.plusSeconds(20);
    on(stepper, new NodeEvent.Tick());
    assertThat(done).containsExactly("hold J1-w1", "suspend J1-w1", "kill J1-w1");
  }

  @Test
  void nothingChangesBeforeItIsDueAndTheGuestIsKilledExactlyThen() {
    final OwnerStepper stepper = stepper("gentle");
    computing(stepper);
    on(stepper, new NodeEvent.HandOver("J1-w1", false));
    final long came = clock.nanos();
    on(stepper, new NodeEvent.Input(SOURCE, came));
    final long deadline = came + Duration.ofSeconds(20).toNanos();
    for (int steps = 0; steps < 1000 && !done.contains("kill J1-w1"); steps++) {
      final long due = stepper.dueNanos();
      assertThat(due).isGreaterThan(clock.nanos());
      elapsed = Duration.ofNanos(due - START_NANOS - 1);
      final List<String> before = List.copyOf(done);
      final NodeState state = stepper.core().state();
      on(stepper, new NodeEvent.Tick());
      assertThat(done).isEqualTo(before);
      assertThat(stepper.core().state()).isEqualTo(state);
      elapsed = Duration.ofNanos(due - START_NANOS);
      on(stepper, new NodeEvent.Tick());
    }
    assertThat(done).containsExactly("hold J1-w1", "suspend J1-w1", "kill J1-w1");
    assertThat(clock.nanos() - Duration.ofMillis(6).toNanos()).isEqualTo(deadline);
  }

  @Test
  void theOwnersAbsenceIsNoticedWithoutAnyEvent() {
    final OwnerStepper stepper = stepper("gentle");
    on(stepper, new NodeEvent.SourceHealth(SOURCE, true, "", clock.nanos()));
    elapsed = Duration.ofSeconds(8);
    on(stepper, new NodeEvent.Load(0, 0));
    elapsed = Duration.ofSeconds(9);
    on(stepper, new NodeEvent.Load(0, 0));
    assertThat(stepper.core().willing()).isFalse();
    assertThat(stepper.dueNanos()).isEqualTo(START_NANOS + Duration.ofSeconds(10).toNanos());
    elapsed = Duration.ofSeconds(10);
    on(stepper, new NodeEvent.Tick());
    assertThat(stepper.core().willing()).isTrue();
  }
}
