package io.lull.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private final VirtualClock clock = new VirtualClock();

  @Test
  void givesWhatItHasAndThenWhatComesIn() {
    final RateLimiter bucket = new RateLimiter(new Rate(3, 2), clock);
    assertThat(bucket.take(3)).isTrue();
    assertThat(bucket.take(1)).isFalse();
    clock.advance(Duration.ofMillis(500));
    assertThat(bucket.take(1)).isTrue();
    assertThat(bucket.take(1)).isFalse();
  }

  @Test
  void tellsHowLongAnOverdraftHasToBeWaitedFor() {
    final RateLimiter bucket = new RateLimiter(new Rate(1, 10), clock);
    assertThat(bucket.owe(1)).isZero();
    assertThat(Duration.ofNanos(bucket.owe(5))).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void forgetsThoseWhoHaveRestedWhenThereAreManyOthers() {
    final RateLimiters<Integer> buckets = new RateLimiters<>(new Rate(1, 1), clock);
    for (int i = 0; i < RateLimiters.MAX_REMEMBERED; i++) {
      assertThat(buckets.take(i, 1)).isTrue();
    }
    assertThat(buckets.take(-1, 1)).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(buckets.take(-1, 1)).isTrue();
    assertThat(buckets.remembered()).isEqualTo(1);
  }
}
