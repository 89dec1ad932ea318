package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdleCountTest {
  private static final long START = Duration.ofHours(1).toNanos();

  private final IdleCount count = new IdleCount();

  private static long after(int millis) {
    return START + Duration.ofMillis(millis).toNanos();
  }

  @BeforeEach
  void beginsAfterTenMinutesOfSilence() {
    count.begin(START, Duration.ofMinutes(10).toMillis());
  }

  @Test
  void inputIsOnlyToldOnceThoughItsSignalComesAfterTheLook() {
    assertThat(count.tells(after(500), 2)).isTrue();
    assertThat(count.signals(after(503))).isFalse();
    assertThat(count.lastInputNanos()).isEqualTo(after(498));
  }

  @Test
  void inputIsOnlyToldOnceThoughTheLookComesAfterItsSignal() {
    assertThat(count.signals(after(500))).isTrue();
    assertThat(count.tells(after(560), 62)).isFalse();
    assertThat(count.lastInputNanos()).isEqualTo(after(500));
  }

  @Test
  void inputThatGoesOnIsToldBySignalAndByLook() {
    assertThat(count.signals(after(500))).isTrue();
    assertThat(count.tells(after(1000), 30)).isTrue();
    assertThat(count.signals(after(1030))).isTrue();
    assertThat(count.lastInputNanos()).isEqualTo(after(1030));
  }

  @Test
  void aCountOfNonsenseIsNoInputOfTheFuture() {
    assertThat(count.tells(after(500), -7)).isTrue();
    assertThat(count.lastInputNanos()).isEqualTo(after(500));
  }
}
