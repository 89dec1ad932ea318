package io.lull.agent.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BackoffTest {
  @Test
  void triesComeLessOftenUpToALimitAndNeverAllAtOnce() {
    final Backoff backoff = new Backoff(new SplittableRandom(1));
    Duration last = Duration.ZERO;
    for (int i = 0; i < 50; i++) {
      last = backoff.next();
      assertThat(last).isBetween(Backoff.LEAST, Backoff.GREATEST);
    }
    assertThat(last).isGreaterThanOrEqualTo(Backoff.GREATEST.dividedBy(2));
    backoff.succeeded();
    assertThat(backoff.next()).isEqualTo(Backoff.LEAST);
  }
}
