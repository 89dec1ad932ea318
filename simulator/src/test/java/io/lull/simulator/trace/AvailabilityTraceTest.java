package io.lull.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.scheduling.habit.Presence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AvailabilityTraceTest {
  private static AvailabilityTrace read(String... lines) throws IOException {
    return AvailabilityTrace.read(
        new BufferedReader(
            new StringReader("machine,start_s,end_s,state\n" + String.join("\n", lines))),
        "office.csv");
  }

  @Test
  void turnsOfAllMachinesComeInTheOrderOfTheirTime() throws IOException {
    final AvailabilityTrace trace =
        read("b,0,60,U", "b,60,120,A", "b,120,180,R", "b,180,240,O", "a,0,90,A", "a,90,240,U");
    assertThat(trace.machines()).containsExactly("a", "b");
    assertThat(trace.turns())
        .containsExactly(
            new AvailabilityTrace.Turn(0, "a", Presence.AWAY),
            new AvailabilityTrace.Turn(0, "b", Presence.THERE),
            new AvailabilityTrace.Turn(60_000, "b", Presence.AWAY),
            new AvailabilityTrace.Turn(90_000, "a", Presence.THERE),
            new AvailabilityTrace.Turn(180_000, "b", Presence.UNKNOWN));
  }

  @Test
  void aLineOfAnotherFormIsNamed() {
    assertThatThrownBy(() -> read("a,0,60,A", "a,soon,60,A"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("office.csv, line 3: 'a,soon,60,A' is not machine,start,end,state");
  }

  @Test
  void aJobLosesTheNodeWhoseOwnerReturnsInTheHalfThatCounts() throws IOException {
    final AvailabilityTrace trace =
        read("a,0,1000,A", "b,0,10,U", "b,10,1000,A", "b,800,900,U", "a,1000,1000,U");
    final JobReplay replay =
        JobReplay.through(
            trace, Instant.parse("2016-10-03T00:00:00Z"), 2, JobReplay.Ranking.IDLE_SINCE);
    assertThat(replay.evictions()).isEqualTo(2);
    assertThat(replay.meanWorkers()).isBetween(1.0, 2.0);
  }
}
