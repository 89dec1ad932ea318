package io.lull.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {

  @Test
  void givesTheFirstAnswerThatIsThere() {
    final AtomicInteger asked = new AtomicInteger();
    final String answer =
        Eventually.get(
            "the third answer",
            Duration.ofSeconds(10),
            () -> asked.incrementAndGet() < 3 ? null : "three");
    assertThat(answer).isEqualTo("three");
    assertThat(asked).hasValue(3);
  }

  @Test
  void saysWhatItWaitedForWhenTheDeadlinePasses() {
    assertThatThrownBy(() -> Eventually.await("the impossible", Duration.ofMillis(20), () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the impossible")
        .hasMessageContaining("20 ms");
  }
}
