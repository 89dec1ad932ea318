package io.lull.platform.linux.x11;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerTimeTest {
  private static final long HEARD = 123_456_789_012_345_678L;
  private static final int HEARD_MILLIS = (int) (HEARD / 1_000_000);

  private final ServerTime local = new ServerTime(true);

  @Test
  void takesTheTimeOfAServerOnThisMachine() {
    assertThat(HEARD - local.nanos(HEARD_MILLIS - 7, HEARD)).isBetween(7_000_000L, 7_999_999L);
    assertThat(local.nanos(HEARD_MILLIS, HEARD)).isBetween(HEARD - 999_999, HEARD);
  }

  @Test
  void outlivesTheOverflowOfTheServersMilliseconds() {
    final long heard = ((1L << 32) + 3) * 1_000_000;
    assertThat(local.nanos(-2, heard)).isEqualTo(heard - 5_000_000);
  }

  @Test
  void believesNoTimeThatLiesAheadOrLongAgo() {
    assertThat(local.nanos(HEARD_MILLIS + 1, HEARD)).isEqualTo(HEARD);
    assertThat(local.nanos(HEARD_MILLIS - 1_001, HEARD)).isEqualTo(HEARD);
  }

  @Test
  void believesNoTimeOfAServerElsewhere() {
    assertThat(new ServerTime(false).nanos(HEARD_MILLIS - 7, HEARD)).isEqualTo(HEARD);
  }
}
