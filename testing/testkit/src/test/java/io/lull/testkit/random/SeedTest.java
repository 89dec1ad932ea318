package io.lull.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeedTest {

  @Test
  void givesTheSameNumbersAgain() {
    assertThat(new Seed(7).random().nextLong()).isEqualTo(new Seed(7).random().nextLong());
    assertThat(new Seed(7).random("a").nextLong()).isEqualTo(new Seed(7).random("a").nextLong());
  }

  @Test
  void givesEachConsumerAndEachRoundNumbersOfTheirOwn() {
    final Seed seed = new Seed(7);
    assertThat(seed.random("a").nextLong()).isNotEqualTo(seed.random("b").nextLong());
    assertThat(seed.round(0)).isEqualTo(seed);
    assertThat(seed.round(1)).isNotEqualTo(seed.round(2));
  }
}
