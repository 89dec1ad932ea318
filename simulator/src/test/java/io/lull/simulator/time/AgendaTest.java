package io.lull.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgendaTest {
  private final Agenda agenda = new Agenda();
  private final List<String> done = new ArrayList<>();

  private void note(String what) {
    done.add(what + " at " + agenda.nanos());
  }

  @Test
  void entriesRunByTheirTimeAndThoseOfOneTimeAsTheyWereMade() {
    agenda.at(20, () -> note("late"));
    agenda.at(10, () -> note("first"));
    agenda.at(10, () -> note("second"));
    agenda.at(30, () -> note("too late"));
    agenda.runUntil(25);
    assertThat(done).containsExactly("first at 10", "second at 10", "late at 20");
    assertThat(agenda.nanos()).isEqualTo(25);
  }

  @Test
  void whatIsMadeWhileOneRunsComesInItsTurnAndNeverInThePast() {
    agenda.at(
        10,
        () -> {
          agenda.at(5, () -> note("in the past"));
          agenda.at(12, () -> note("soon"));
          note("now");
        });
    agenda.at(10, () -> note("beside it"));
    agenda.runUntil(20);
    assertThat(done)
        .containsExactly("now at 10", "beside it at 10", "in the past at 10", "soon at 12");
  }

  @Test
  void nothingIsDoneNever() {
    agenda.at(Agenda.NEVER, () -> note("never"));
    agenda.runUntil(Agenda.NEVER - 1);
    assertThat(done).isEmpty();
  }

  @Test
  void anAlarmThatIsMovedRingsOnceAndThen() {
    final Alarm alarm = new Alarm(agenda, () -> note("alarm"));
    alarm.set(10);
    alarm.set(20);
    agenda.runUntil(15);
    assertThat(done).isEmpty();
    alarm.set(16);
    agenda.runUntil(40);
    assertThat(done).containsExactly("alarm at 16");
  }

  @Test
  void anAlarmCanBeTurnedOffAndSetAgainWhileItRings() {
    final Alarm off = new Alarm(agenda, () -> note("off"));
    off.set(10);
    off.set(Agenda.NEVER);
    final List<Alarm> itself = new ArrayList<>();
    itself.add(
        new Alarm(
            agenda,
            () -> {
              note("ring");
              if (agenda.nanos() < 30) {
                itself.getFirst().set(agenda.nanos() + 10);
              }
            }));
    itself.getFirst().setBy(10);
    itself.getFirst().setBy(15);
    agenda.runUntil(100);
    assertThat(done).containsExactly("ring at 10", "ring at 20", "ring at 30");
  }

  @Test
  void aHistoryThatGoesRoundInCirclesIsEnded() {
    final Agenda agenda = new Agenda();
    final Runnable[] again = new Runnable[1];
    again[0] = () -> agenda.at(agenda.nanos(), again[0]);
    agenda.at(7_000_000, again[0]);
    assertThatThrownBy(() -> agenda.runFor(Duration.ofSeconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("more than 1000000 things happen at 7 ms");
  }
}
