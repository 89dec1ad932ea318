package io.lull.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.TimeSpan;
import io.lull.testkit.random.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SharingStudyTest {
  private static final ZonedDateTime MONDAY =
      LocalDate.of(2026, 11, 23).atStartOfDay(ZoneOffset.UTC);

  private static final long HOUR = 3600;

  /** Machines whose owners are there for a quarter of an hour to some hours at a time. */
  static List<String> office(int machines, long days) {
    final RandomGenerator chance = new Seed(11).random();
    final List<String> lines = new ArrayList<>();
    for (int machine = 0; machine < machines; machine++) {
      final String name = String.format(Locale.ROOT, "pc%03d", machine);
      long at = 0;
      boolean idle = chance.nextBoolean();
      while (at < days * 24 * HOUR) {
        final double mean = idle ? 2.5 * HOUR : (0.5 + 2.5 * machine / machines) * HOUR;
        final long until =
            Math.min(days * 24 * HOUR, at + 60 + (long) (mean * chance.nextExponential()));
        lines.add(name + "," + at + "," + until + "," + (idle ? "A" : "U"));
        at = until;
        idle = !idle;
      }
    }
    return lines;
  }

  static AvailabilityTrace read(List<String> lines) throws IOException {
    return AvailabilityTrace.read(
        new BufferedReader(
            new StringReader("machine,start_s,end_s,state\n" + String.join("\n", lines))),
        "office.csv");
  }

  private static SharingStudy.Findings run(List<String> lines) throws IOException {
    return SharingStudy.run(read(lines), MONDAY, 40, SharingStudy.OWN_COST, _ -> {});
  }

  @Test
  void costAwareSharingIsNoWorseThanTheBetterOfTheOtherTwo() throws IOException {
    final SharingStudy.Findings findings = run(office(60, 7));
    assertThat(findings.cells()).hasSize(SharingStudy.CELLS);
    assertThat(findings.days()).isEqualTo(5);
    for (final Cell cell : findings.cells()) {
      // Hardly ever are 32 of the 40 available at once.
      assertThat(cell.processors() == 32 || cell.censored() == 0).as(cell.toString()).isTrue();
      assertThat(Math.min(cell.fixed().mean(), cell.costAware().mean())).isGreaterThanOrEqualTo(1);
      assertThat(cell.costAware().mean())
          .as(cell.toString())
          .isLessThanOrEqualTo(1.02 * Math.min(cell.fixed().mean(), cell.dynamic().mean()));
      if (cell.resizeMillis() == 0) {
        assertThat(cell.dynamic().mean()).isLessThanOrEqualTo(cell.fixed().mean() + 1e-9);
      }
    }
  }

  @Test
  void theOrderOfLinesChangesNothing() throws IOException {
    final List<String> lines = office(50, 2);
    final SharingStudy.Findings findings = run(lines);
    Collections.shuffle(lines, new Random(3));
    assertThat(run(lines)).isEqualTo(findings);
  }

  @Test
  void machinesAreThoseThatAreAsMuchInUseAsTheStudys() throws IOException {
    final List<String> lines = office(60, 2);
    for (int lent = 0; lent < 12; lent++) {
      lines.add("lent" + lent + ",0," + 2 * 24 * HOUR + ",O");
    }
    final SharingStudy.Findings findings = run(lines);
    assertThat(findings.sample().machines()).hasSize(40);
    assertThat(findings.sample().leftOut()).hasSize(12).allMatch(each -> each.startsWith("lent"));
    assertThat(findings.availability().available().mean()).isCloseTo(40 * 0.6096, within(1.0));
    assertThat(findings.availability().mean()).hasSize(145);
  }

  @Test
  void aTraceThatDoesNotDoIsRefused() {
    assertThatThrownBy(() -> run(office(30, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the trace has 30 machines that are on for a quarter of the time, and 40 are asked for:"
                + " give fewer");
    assertThatThrownBy(() -> run(List.of("a,0,3600,A")))
        .hasMessage("the trace has no whole weekday from 08:00 to 20:00: give a longer one");
  }

  @Test
  void weekendsAndDaysThatAreCutOffAreNoWorkingDays() {
    final long week = Duration.ofDays(7).toMillis();
    assertThat(WorkingDays.of(week, MONDAY)).hasSize(5);
    assertThat(WorkingDays.of(week - Duration.ofHours(4).toMillis(), MONDAY.plusDays(1)))
        .hasSize(5);
    assertThat(WorkingDays.of(week - Duration.ofHours(5).toMillis(), MONDAY.plusDays(1)))
        .hasSize(4);
    assertThat(WorkingDays.of(week, MONDAY.minusDays(1)).getFirst())
        .isEqualTo(new TimeSpan(Duration.ofHours(32).toMillis(), Duration.ofHours(44).toMillis()));
  }

  private static List<Long> beginsInHours(ZonedDateTime begin, int days) {
    return WorkingDays.of(Duration.ofDays(days).toMillis(), begin).stream()
        .map(day -> {
          assertThat(day.millis()).isEqualTo(Duration.ofHours(12).toMillis());
          return Duration.ofMillis(day.fromMillis()).toHours();
        })
        .toList();
  }

  @Test
  void theClocksOfAPlaceSayWhenADayBegins() {
    final ZoneId zone = ZoneId.of("Europe/Berlin");
    final ZonedDateTime friday = LocalDate.of(2026, 3, 27).atStartOfDay(zone);
    assertThat(beginsInHours(friday, 5))
        .as("on Sunday there are 23 hours")
        .containsExactly(8L, 3 * 24 + 7L, 4 * 24 + 7L);
    assertThat(beginsInHours(LocalDate.of(2026, 10, 23).atStartOfDay(zone), 5))
        .as("on Sunday there are 25 hours")
        .containsExactly(8L, 3 * 24 + 9L, 4 * 24 + 9L);
    assertThat(beginsInHours(LocalDate.of(2028, 2, 28).atStartOfDay(zone), 3))
        .as("Monday, the leap day, Wednesday")
        .containsExactly(8L, 32L, 56L);
    assertThat(beginsInHours(friday.withHour(9), 4))
        .as("a day that has begun before the trace is none")
        .containsExactly(3 * 24 - 9 + 7L);
  }

  @Test
  void momentsAndMarginsAreThoseOfTheTextbook() {
    final Moments moments = Moments.of(List.of(2.0, 4.0), List.of(3.0, 1.0));
    assertThat(moments.mean()).isEqualTo(2.5);
    assertThat(moments.cv()).isCloseTo(Math.sqrt(0.75) / 2.5, within(1e-12));
    final Estimate estimate = Estimate.of(List.of(1.0, 2.0, 3.0));
    assertThat(estimate.mean()).isEqualTo(2);
    assertThat(estimate.margin()).isCloseTo(4.303 / Math.sqrt(3), within(1e-12));
    assertThat(Estimate.of(List.of(5.0)).margin()).isZero();
  }
}
