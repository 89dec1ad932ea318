package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.AgentOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever call of the store fails: nothing leaves a round before what it rests on is durable. */
class ControlRoundTest {

  /** How many calls of the store there are when none fails. */
  private static final int CALLS = new RoundHistory(_ -> false, _ -> true).play().calls;

  @Test
  void theHistoryComesToItsEndAndEverythingIsSaid() {
    final RoundHistory history = new RoundHistory(_ -> false, _ -> true).play();
    assertThat(history.outcome).isInstanceOf(ControlRound.Outcome.Done.class);
    assertThat(history.onDisk("J1").state()).isEqualTo(JobState.CANCELLED);
    assertThat(history.heard())
        .contains("answer submitted", "answer cancelled", "notice cancelled");
    assertThat(history.node.orders()).anyMatch(AgentOrder::hasStartWorker);
    assertThat(history.node.orders().getLast().getAcknowledged()).isEqualTo(2);
    assertThat(CALLS).isGreaterThan(10);
  }

  @Test
  void oneCallThatFailsIsRepeatedAndNobodyHearsAnythingElse() {
    final RoundHistory undisturbed = new RoundHistory(_ -> false, _ -> true).play();
    for (int n = 1; n <= CALLS; n++) {
      final int failing = n;
      final RoundHistory history = new RoundHistory(call -> call == failing, _ -> true).play();
      assertThat(history.retries).as("call %d fails", n).isEqualTo(1);
      assertThat(history.heard()).as("call %d fails", n).isEqualTo(undisturbed.heard());
      assertThat(history.kept()).as("call %d fails", n).isEqualTo(undisturbed.kept());
    }
  }

  @Test
  void aStoreThatComesBackInTimeStopsNobody() {
    final RoundHistory undisturbed = new RoundHistory(_ -> false, _ -> true).play();
    // Asking for the lease after each failure is a call, too.
    final int outage = ControlRound.STORE_RETRIES;
    for (int n = 1; n <= CALLS; n++) {
      final int first = n;
      final RoundHistory history =
          new RoundHistory(call -> call >= first && call < first + outage, _ -> true).play();
      assertThat(history.outcome).isInstanceOf(ControlRound.Outcome.Done.class);
      assertThat(history.heard()).as("an outage from call %d", n).isEqualTo(undisturbed.heard());
    }
  }

  @Test
  void aStoreThatStaysAwayStopsTheLeaderAndNothingLeavesTheRound() {
    for (int n = 1; n <= CALLS; n++) {
      final int first = n;
      final RoundHistory history = new RoundHistory(call -> call >= first, _ -> true).play();
      assertThat(history.outcome)
          .isInstanceOfSatisfying(
              ControlRound.Outcome.Stop.class,
              stop -> assertThat(stop.halt().cause()).isEqualTo(StepDown.Cause.STORE));
      assertThat(history.retries).as("from call %d on", n).isEqualTo(ControlRound.STORE_RETRIES);
      assertThatThrownBy(() -> history.round.run(List.of()))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void whoIsDeposedStopsAtOnceAndTellsNobodyWhatTheRoundDecided() {
    final int questions = new RoundHistory(_ -> false, _ -> true).play().asked;
    for (int n = 1; n <= questions; n++) {
      final int lost = n;
      final RoundHistory history = new RoundHistory(_ -> false, question -> question < lost).play();
      assertThat(history.outcome)
          .isInstanceOfSatisfying(
              ControlRound.Outcome.Stop.class,
              stop -> assertThat(stop.halt().cause()).isEqualTo(StepDown.Cause.DEPOSED));
      assertThat(history.retries).isZero();
    }
  }

  @Test
  void aRefusalIsToldAtOnceAndOtherFaultsDoNotStopTheRound() {
    final RoundHistory history = new RoundHistory(_ -> false, _ -> true);
    final List<RuntimeException> failures = new ArrayList<>();
    final List<String> answers = new ArrayList<>();
    final ControlEvent.Reply<String> reply =
        new ControlEvent.Reply<>() {
          @Override
          public void answer(String value) {
            answers.add(value);
          }

          @Override
          public void fail(RuntimeException why) {
            failures.add(why);
          }
        };
    history.round.run(
        List.of(
            new ControlEvent.Asked<>(
                _ -> {
                  throw new RefusedException(RefusedException.Kind.MISSING, "no such job");
                },
                reply),
            new ControlEvent.Asked<>(
                _ -> {
                  throw new IllegalStateException("a fault of the program");
                },
                reply),
            new ControlEvent.Asked<>(_ -> "done", reply)));
    assertThat(failures).hasSize(2);
    assertThat(failures.getFirst()).isInstanceOf(RefusedException.class);
    assertThat(answers).containsExactly("done");
  }
}
