package io.lull.platform.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Slept;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.source.IdleReading.Blind;
import io.lull.platform.source.IdleReading.Pointer;
import io.lull.platform.source.IdleReading.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdlePollTest {
  private static final Set<Coverage> COVERAGE = Set.of(new Coverage.Session("3"));

  private final IdlePoll poll =
      new IdlePoll("desk", "its idle time", COVERAGE, Duration.ofMillis(100));

  private static long ms(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  private List<InputSignal> look(long atMillis, long inputMillis) {
    return look(atMillis, inputMillis, Kind.UNKNOWN, null);
  }

  private List<InputSignal> look(
      long atMillis, long inputMillis, Kind kind, @Nullable Pointer pointer) {
    return poll.look(ms(atMillis), atMillis, new Seen(ms(inputMillis), kind, pointer));
  }

  @Test
  void saysAtFirstWhenTheOwnerWasLastActive() {
    assertThat(look(1_000, -200_000))
        .containsExactly(new Working("desk", "its idle time", ms(-200_000), COVERAGE));
  }

  @Test
  void tellsInputOnceAndAtItsOwnTime() {
    look(0, -60_000);
    assertThat(look(100, -60_000)).isEmpty();
    assertThat(look(1_000, 930)).containsExactly(new Activity("desk", ms(930), Kind.UNKNOWN));
    assertThat(look(1_100, 930)).isEmpty();
  }

  @Test
  void takesNoNoticeOfClocksThatTickApart() {
    look(0, -60_000);
    assertThat(look(1_000, -59_990)).isEmpty();
    assertThat(look(2_000, -59_985)).isEmpty();
  }

  @Test
  void takesNoNoticeOfALookThatWasHeldUp() {
    look(0, -60_500);
    assertThat(look(1_000, -60_000)).isEmpty();
    assertThat(look(2_000, 990)).hasSize(1);
  }

  @Test
  void tellsInputThatGoesOnAFewTimesASecond() {
    look(0, -60_000);
    int told = 0;
    for (int at = 100; at <= 4_100; at += 10) {
      told += look(at, at - 1).size();
    }
    assertThat(told).isBetween(4, 17);
  }

  @Test
  void neverPlacesInputInTheFuture() {
    look(0, -60_000);
    assertThat(look(1_000, 5_000)).containsExactly(new Activity("desk", ms(1_000), Kind.UNKNOWN));
  }

  @Test
  void anIdleTimeThatLeapsUpIsNoInput() {
    look(0, -1_000);
    assertThat(look(1_000, -90_000)).isEmpty();
    assertThat(look(2_000, -1_000)).isEmpty();
  }

  @Test
  void aMovedPointerTellsHowFarAndNothingElseDoes() {
    look(0, -60_000, Kind.MOTION, new Pointer(10, 10));
    assertThat(look(1_000, 990, Kind.MOTION, new Pointer(13, 14)))
        .containsExactly(new Activity("desk", ms(990), Kind.MOTION, 5));
    assertThat(look(2_000, 1_990, Kind.KEY, new Pointer(14, 14)))
        .containsExactly(new Activity("desk", ms(1_990), Kind.KEY, Activity.MORE));
    assertThat(look(3_000, 2_990, Kind.MOTION, null))
        .containsExactly(new Activity("desk", ms(2_990), Kind.MOTION, Activity.MORE));
  }

  @Test
  void aKeyIsToldAtOnceThoughAMoveWasJustNow() {
    look(0, -60_000, Kind.MOTION, new Pointer(10, 10));
    assertThat(poll.event(ms(1_000), Kind.MOTION, new Pointer(11, 10))).hasSize(1);
    assertThat(poll.event(ms(1_050), Kind.MOTION, new Pointer(12, 10))).isEmpty();
    assertThat(poll.event(ms(1_100), Kind.KEY, new Pointer(12, 10)))
        .containsExactly(new Activity("desk", ms(1_100), Kind.KEY, Activity.MORE));
    assertThat(poll.event(ms(1_150), Kind.KEY, new Pointer(12, 10))).isEmpty();
  }

  @Test
  void inputRightAfterItsStartIsToldAtOnce() {
    look(0, -60_000);
    assertThat(poll.event(ms(30), Kind.KEY, null)).hasSize(1);
  }

  @Test
  void isLostWithAReasonOnceAndThenWorksAgain() {
    look(0, -60_000);
    assertThat(poll.look(ms(100), 100, new Blind("gone")))
        .containsExactly(new Lost("desk", "gone"));
    assertThat(poll.look(ms(200), 200, new Blind("gone"))).isEmpty();
    assertThat(poll.look(ms(300), 300, new Blind("away")))
        .containsExactly(new Lost("desk", "away"));
    assertThat(look(400, 390))
        .containsExactly(new Working("desk", "its idle time", ms(390), COVERAGE));
  }

  @Test
  void anEventIsToldAtOnceAndNotAgainByTheNextLook() {
    look(0, -60_000);
    assertThat(poll.event(ms(400), Kind.KEY, null))
        .containsExactly(new Activity("desk", ms(400), Kind.KEY));
    assertThat(look(1_000, 395)).isEmpty();
  }

  @Test
  void aGapInEitherClockIsASleep() {
    look(0, -60_000);
    assertThat(poll.look(ms(100), 3_600_000, new Seen(ms(-60_000), Kind.UNKNOWN, null)))
        .containsExactly(new Slept("desk"));
    assertThat(poll.look(ms(60_100), 3_660_000, new Seen(ms(-60_000), Kind.UNKNOWN, null)))
        .containsExactly(new Slept("desk"));
  }

  @Test
  void looksOftenOnlyWhereALateAnswerMatters() {
    assertThat(poll.pause(0, true)).isEqualTo(Duration.ofSeconds(2));
    look(0, -60_000);
    assertThat(poll.pause(ms(100), true)).isEqualTo(Duration.ofMillis(100));
    assertThat(poll.pause(ms(100), false)).isEqualTo(Duration.ofSeconds(1));
    look(1_000, 999);
    assertThat(poll.pause(ms(1_000), true)).isEqualTo(Duration.ofMillis(500));
  }
}
