package io.lull.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.wire.OwnerDay;
import io.lull.protocol.wire.OwnerHistory;
import io.lull.protocol.wire.OwnerSpan;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class UsageHistoryTest {
  private static final long TEN_SECONDS = 10_000;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private final UsageHistory book =
      new UsageHistory(OwnerHistory.getDefaultInstance(), ZoneOffset.UTC);

  private static long at(int day, int hour, int minute) {
    return LocalDateTime.of(2026, 11, day, hour, minute).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static void use(UsageHistory book, String use, long from, long until) {
    for (long now = from; now <= until; now += TEN_SECONDS) {
      book.used(use, now);
    }
  }

  @Test
  void spansFollowEachOtherWithoutAGap() {
    use(book, "owner", at(12, 8, 0), at(12, 9, 0));
    use(book, "idle", at(12, 9, 0), at(12, 9, 30));
    use(book, "guest", at(12, 9, 30), at(12, 11, 0));
    assertThat(book.history().getSpansList())
        .extracting(
            OwnerSpan::getUse, OwnerSpan::getFromEpochMillis, OwnerSpan::getUntilEpochMillis)
        .containsExactly(
            tuple("owner", at(12, 8, 0), at(12, 9, 0)),
            tuple("idle", at(12, 9, 0), at(12, 9, 30)),
            tuple("guest", at(12, 9, 30), at(12, 11, 0)));
  }

  @Test
  void timeInWhichNobodyWatchedBelongsToNoUse() {
    use(book, "owner", at(12, 8, 0), at(12, 9, 0));
    use(book, "owner", at(12, 13, 0), at(12, 14, 0));
    assertThat(book.history().getSpansCount()).isEqualTo(2);
    assertThat(book.history().getDays(0).getOwnerSeconds()).isEqualTo(7200);
  }

  @Test
  void aSpanOverMidnightIsSharedOutToBothDays() {
    use(book, "guest", at(12, 22, 0), at(13, 3, 0));
    assertThat(book.history().getDaysList())
        .extracting(OwnerDay::getGuestSeconds)
        .containsExactly(7200.0, 10_800.0);
  }

  @Test
  void midnightIsThatOfTheComputersTimeZone() {
    final UsageHistory inBerlin =
        new UsageHistory(OwnerHistory.getDefaultInstance(), ZoneId.of("Europe/Berlin"));
    use(inBerlin, "guest", at(12, 22, 0), at(13, 0, 0));
    assertThat(inBerlin.history().getDaysList())
        .extracting(OwnerDay::getGuestSeconds)
        .containsExactly(3600.0, 3600.0);
  }

  @Test
  void whatIsOlderThanTwoDaysIsKeptAsSumsOnly() {
    use(book, "owner", at(1, 8, 0), at(1, 9, 0));
    use(book, "guest", at(9, 8, 0), at(9, 9, 0));
    assertThat(book.history().getSpansList())
        .extracting(OwnerSpan::getUse)
        .containsExactly("guest");
    assertThat(book.history().getDaysList()).hasSize(2);
    assertThat(book.history(at(1, 0, 0), at(2, 0, 0)).getDays(0).getOwnerSeconds())
        .isCloseTo(3600, within(0.001));
  }

  @Test
  void neverGrowsBeyondItsBounds() {
    long now = at(1, 0, 0);
    for (int i = 0; i < 3 * UsageHistory.MAX_SPANS; i++) {
      book.used(i % 2 == 0 ? "owner" : "idle", now);
      now += TEN_SECONDS;
    }
    assertThat(book.history().getSpansCount()).isEqualTo(UsageHistory.MAX_SPANS);
    for (int day = 0; day < 2 * UsageHistory.MAX_DAYS; day++) {
      now += 24 * HOUR;
      book.used("owner", now);
      book.used("owner", now + TEN_SECONDS);
    }
    assertThat(book.history().getDaysCount()).isEqualTo(UsageHistory.MAX_DAYS);
  }

  @Test
  void aClockThatIsSetBackBeginsASpanAnew() {
    use(book, "owner", at(12, 8, 0), at(12, 9, 0));
    use(book, "owner", at(12, 7, 0), at(12, 7, 30));
    assertThat(book.history().getSpansList())
        .extracting(OwnerSpan::getFromEpochMillis, OwnerSpan::getUntilEpochMillis)
        .containsExactly(tuple(at(12, 7, 0), at(12, 7, 30)));
  }

  @Test
  void whatWasKeptGoesOn() {
    use(book, "owner", at(12, 8, 0), at(12, 9, 0));
    final UsageHistory again = new UsageHistory(book.history(), ZoneOffset.UTC);
    use(again, "owner", at(12, 9, 0), at(12, 10, 0));
    assertThat(again.history().getSpansCount()).isEqualTo(1);
    assertThat(again.history().getDays(0).getOwnerSeconds()).isCloseTo(7200, within(0.001));
  }
}
