package io.lull.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.scheduling.habit.Presence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.Arrays;
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
  void linesOfAnotherFormAreLeftOutAndNamed() throws IOException {
    final AvailabilityTrace trace =
        read("a,0,60,A", "a,soon,60,A", "a,60,50,A", "", "a,30,90,U", "a,60,90,U", "a,90,90,O");
    assertThat(trace.rejects().count()).isEqualTo(4);
    assertThat(trace.rejects().first())
        .containsExactly(
            "office.csv, line 3: 'a,soon,60,A' is not machine,start,end,state",
            "office.csv, line 4: 'a,60,50,A' is not machine,start,end,state",
            "office.csv, line 5: '' is not machine,start,end,state",
            "office.csv, line 6: it overlaps another interval of a");
    assertThat(trace.turns())
        .containsExactly(
            new AvailabilityTrace.Turn(0, "a", Presence.AWAY),
            new AvailabilityTrace.Turn(60_000, "a", Presence.THERE));
    assertThat(trace.endMillis()).isEqualTo(90_000);
  }

  @Test
  void ofManyWrongLinesTheFirstAreNamedAndAllCounted() throws IOException {
    final String[] lines = new String[101];
    Arrays.fill(lines, "nonsense");
    lines[100] = "a,0,60,A";
    final AvailabilityTrace trace = read(lines);
    assertThat(trace.rejects().count()).isEqualTo(100);
    assertThat(trace.rejects().first()).hasSize(20);
  }

  @Test
  void theOrderOfLinesHasNoMeaningAndNothingIsKnownBetweenIntervals() throws IOException {
    final AvailabilityTrace trace = read("a,60,90,A", "b,0,120,U", "a,0,30,A");
    assertThat(trace.turns())
        .containsExactly(
            new AvailabilityTrace.Turn(0, "a", Presence.AWAY),
            new AvailabilityTrace.Turn(0, "b", Presence.THERE),
            new AvailabilityTrace.Turn(30_000, "a", Presence.UNKNOWN),
            new AvailabilityTrace.Turn(60_000, "a", Presence.AWAY),
            new AvailabilityTrace.Turn(90_000, "a", Presence.UNKNOWN));
    assertThat(read("b,0,120,U", "a,0,30,A", "a,60,90,A")).isEqualTo(trace);
  }

  @Test
  void intervalsWithoutLengthChangeNothing() throws IOException {
    final AvailabilityTrace trace =
        read("a,0,30,A", "a,30,30,U", "a,30,60,A", "b,5,5,A", "a,0,0,O", "a,60,60,U");
    assertThat(trace.machines()).containsExactly("a", "b");
    assertThat(trace.turns()).containsExactly(new AvailabilityTrace.Turn(0, "a", Presence.AWAY));
    assertThat(trace.endMillis()).isEqualTo(60_000);
    assertThat(trace.rejects().count()).isZero();
  }

  @Test
  void anAvtFileIsReadWithItsMachinesThatWereNeverThere() throws IOException {
    final AvailabilityTrace trace =
        AvailabilityTrace.read(
            new BufferedReader(
                new StringReader(
                    """
                    10.0.0.7 2 0 3600 7200 10800
                    never 0
                    b  1\t1800 5400
                    short 2 0 60 120
                    late 1 60 50
                    """)),
            "hosts.avt");
    assertThat(trace.machines()).containsExactly("10.0.0.7", "b", "never");
    assertThat(trace.turns())
        .containsExactly(
            new AvailabilityTrace.Turn(0, "10.0.0.7", Presence.AWAY),
            new AvailabilityTrace.Turn(1_800_000, "b", Presence.AWAY),
            new AvailabilityTrace.Turn(3_600_000, "10.0.0.7", Presence.UNKNOWN),
            new AvailabilityTrace.Turn(5_400_000, "b", Presence.UNKNOWN),
            new AvailabilityTrace.Turn(7_200_000, "10.0.0.7", Presence.AWAY));
    assertThat(trace.rejects().first())
        .containsExactly(
            "hosts.avt, line 4: 'short 2 0 60 120' is not machine,start,end,state",
            "hosts.avt, line 5: 'late 1 60 50' is not machine,start,end,state");
  }

  @Test
  void eventsOfTheFailureTraceArchiveAreRead() throws IOException {
    final long day = 17_000L * 24 * 3600;
    final AvailabilityTrace trace =
        AvailabilityTrace.read(
            new BufferedReader(
                new StringReader(
                    """
                    # event_id component_id node_id platform_id node_name event_type start stop reason
                        0\t0\t0 1 a   1   %d.000  %d.500  NULL
                        1\t0\t0 1 a   0   %d.500  %d.000  NULL
                        2\t0\t7 1 b   1   %d.000  NULL    NULL
                        3\t0\t7 1 b   2   %d.000  NULL    NULL
                    """
                        .formatted(day + 60, day + 90, day + 90, day + 300, day + 100, day))),
            "events.tab");
    assertThat(trace.machines()).containsExactly("node0", "node7");
    assertThat(trace.turns())
        .containsExactly(
            new AvailabilityTrace.Turn(60_000, "node0", Presence.AWAY),
            new AvailabilityTrace.Turn(90_500, "node0", Presence.UNKNOWN),
            new AvailabilityTrace.Turn(100_000, "node7", Presence.AWAY));
    assertThat(trace.endMillis()).isEqualTo(300_000);
    assertThat(trace.rejects().count()).isEqualTo(1);
  }

  @Test
  void aFileOfTooManyIntervalsIsRefusedAndOneOfJustAsManyIsNot() throws IOException {
    final String[] lines = new String[AvailabilityTrace.MOST_INTERVALS];
    Arrays.setAll(lines, i -> "a," + i + "," + (i + 1) + ",A");
    assertThat(read(lines).turns()).hasSize(1);
    final String[] more = Arrays.copyOf(lines, lines.length + 1);
    more[lines.length] = "b,0,1,A";
    assertThatThrownBy(() -> read(more))
        .hasMessage("office.csv has more than 500000 intervals: give it in parts");
  }

  @Test
  void aFileWithoutAnIntervalIsRefused() {
    assertThatThrownBy(() -> read("nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "office.csv has no line of the form machine,start,end,state, such as pc1,0,3600,A");
  }

  @Test
  void aJobLosesTheNodeWhoseOwnerReturnsInTheHalfThatCounts() throws IOException {
    final AvailabilityTrace trace =
        read("a,0,950,A", "a,950,1000,U", "b,0,10,U", "b,10,800,A", "b,800,900,U", "b,900,1000,A");
    final JobReplay replay =
        JobReplay.through(
            trace, Instant.parse("2016-10-03T00:00:00Z"), 2, JobReplay.Ranking.IDLE_SINCE);
    assertThat(replay.evictions()).isEqualTo(2);
    assertThat(replay.meanWorkers()).isBetween(1.0, 2.0);
  }
}
