package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a guest has of a node beside its owner's programs. */
class FreeShareTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "0.25, 0.75", "1, 0.05", "7, 0.05", "-1, 1", "NaN, 1", "Infinity, 0.05"})
  void itIsAPartWhateverAnAgentSays(double ownerLoad, double freeShare) {
    assertThat(FreeShare.beside(ownerLoad)).isEqualTo(freeShare);
  }
}
