package io.lull.scheduling.habit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class NodeHabitTest {
  private static final double HOUR = Duration.ofHours(1).toSeconds() * 1e3;

  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
  private static final int WEEKS = 6;

  private final NodeHabit habit = new NodeHabit(ZONE, new Ageing());

  @Test
  void takesWhatIsUsualWhereNothingIsKnown() {
    final Outlook outlook = habit.outlook(at(MONDAY, "12:00"));
    assertThat(outlook.likely()).isBetween(Duration.ofHours(2), Duration.ofHours(4));
    assertThat(outlook.sentence())
        .isEqualTo(
            "likely to stay idle for about 3 h: little is known about its owner yet, so this is a"
                + " general estimate");
  }

  @Test
  void expectsAnOwnerWhoWorksFromNineToFiveBackAtNine() {
    assertThat(away(office(DayOfWeek.TUESDAY, true), "18:00").likely())
        .isBetween(Duration.ofHours(13), Duration.ofMinutes(15 * 60 + 45));
  }

  @Test
  void expectsNobodyOverAWeekend() {
    final Outlook outlook = away(office(DayOfWeek.FRIDAY, true), "18:00");
    assertThat(outlook.likely()).isGreaterThan(Duration.ofHours(40));
    assertThat(outlook.sentence())
        .startsWith("likely to stay idle for about 2 days: ")
        .endsWith("on Fridays after 18:00, idle for 1 h, it nearly always stays so for an hour");
  }

  @Test
  void knowsThatAnHourBeforeNineIsShort() {
    final Outlook outlook = away(office(DayOfWeek.TUESDAY, false), "08:30");
    assertThat(outlook.likely()).isLessThan(Duration.ofMinutes(75));
    assertThat(outlook.stay().survival(HOUR)).isLessThan(0.7);
  }

  @Test
  void learnsThatOwnersWhoWereAwayForLongStayAwayForLonger() {
    final Ageing ageing = new Ageing();
    final NodeHabit restless = new NodeHabit(ZONE, ageing);
    long millis = at(MONDAY, "00:00");
    for (int round = 0; round < 200; round++) {
      // Mostly for five minutes, now and then for a night.
      final long length =
          (round % 10 == 0 ? Duration.ofHours(12) : Duration.ofMinutes(5)).toMillis();
      restless.note(Presence.AWAY, millis);
      restless.note(Presence.THERE, millis + length);
      millis += length + Duration.ofHours(1).toMillis();
    }
    restless.note(Presence.AWAY, millis);
    final Duration fresh = restless.outlook(millis).likely();
    final long later = millis + Duration.ofHours(3).toMillis();
    restless.seeTo(later);
    assertThat(restless.outlook(later).likely()).isGreaterThan(fresh.multipliedBy(2));
  }

  @Test
  void aShortSilenceIsNoReturn() {
    final NodeHabit same = new NodeHabit(ZONE, new Ageing());
    final long begin = at(MONDAY, "00:00");
    final long hour = Duration.ofHours(1).toMillis();
    habit.note(Presence.AWAY, begin);
    same.note(Presence.AWAY, begin);
    same.note(Presence.UNKNOWN, begin + hour);
    same.note(Presence.AWAY, begin + hour + 60_000);
    final long end = begin + 20 * hour;
    habit.seeTo(end);
    same.seeTo(end);
    assertThat(same.outlook(end).awayFor()).isEqualTo(Duration.ofHours(20));
    assertThat(same.outlook(end).stay().survival(HOUR))
        .isBetween(
            habit.outlook(end).stay().survival(HOUR) - 0.01,
            habit.outlook(end).stay().survival(HOUR) + 0.01);
  }

  @Test
  void aComputerThatIsSwitchedOffIsLost() {
    final long begin = at(MONDAY, "00:00");
    final long hour = Duration.ofHours(1).toMillis();
    long at = begin;
    for (int night = 0; night < 10; night++) {
      habit.note(Presence.AWAY, at);
      habit.note(Presence.UNKNOWN, at + hour);
      at += 3 * hour;
    }
    habit.note(Presence.AWAY, at);
    assertThat(habit.outlook(at).likely()).isLessThan(Duration.ofHours(2));
  }

  @Test
  void forgetsWhatWasLongAgo() {
    final LocalDate later = office(DayOfWeek.TUESDAY, true).plusYears(1);
    for (int day = 0; day < 21; day++) {
      // Now somebody looks in each half hour, day and night.
      for (int half = 0; half < 48; half++) {
        final long at = at(later.plusDays(day), "00:00") + half * 1_800_000L;
        habit.note(Presence.AWAY, at);
        habit.note(Presence.THERE, at + 1_500_000L);
      }
    }
    assertThat(away(later.plusDays(21), "18:00").likely()).isLessThan(Duration.ofMinutes(45));
  }

  @Test
  void clocksThatAreSetBackDoNoHarm() {
    habit.note(Presence.AWAY, at(MONDAY, "12:00"));
    habit.note(Presence.THERE, at(MONDAY, "11:00"));
    habit.note(Presence.AWAY, at(MONDAY, "10:00"));
    final Outlook outlook = habit.outlook(at(MONDAY, "09:00"));
    assertThat(outlook.likely()).isPositive();
    assertThat(outlook.awayFor()).isZero();
  }

  private Outlook away(LocalDate day, String time) {
    return habit.outlook(at(day, time));
  }

  /**
   * An owner who is there from nine to five on working days, for some weeks until that day's
   * evening, or until its morning.
   */
  private LocalDate office(DayOfWeek last, boolean evening) {
    final LocalDate end = MONDAY.plusWeeks(WEEKS).with(last);
    habit.note(Presence.AWAY, at(MONDAY, "00:00"));
    for (LocalDate day = MONDAY; !day.isAfter(end); day = day.plusDays(1)) {
      final boolean works = day.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) < 0;
      if (works && (evening || day.isBefore(end))) {
        habit.note(Presence.THERE, at(day, "09:00"));
        habit.note(Presence.AWAY, at(day, "17:00"));
      }
    }
    return end;
  }

  private static long at(LocalDate day, String time) {
    return LocalDateTime.of(day, LocalTime.parse(time)).atZone(ZONE).toInstant().toEpochMilli();
  }
}
