package io.lull.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarianceAnalysisTest {
  /** Three groups whose sums of squares are easily found by hand: 8 between and 15 within. */
  @Test
  void theQuotientIsThatOfTheVariances() {
    final VarianceAnalysis analysis =
        VarianceAnalysis.of(
            List.of(Sample.of(1, 2, 3, 4), Sample.of(2, 3, 4, 5), Sample.of(3, 4, 5, 6)));
    assertThat(analysis.between()).isEqualTo(2);
    assertThat(analysis.within()).isEqualTo(9);
    assertThat(analysis.f()).isCloseTo((8.0 / 2) / (15.0 / 9), within(1e-12));
  }

  /** The quotients that are exceeded with 5 and 1 % are in every table of the F distribution. */
  @ParameterizedTest
  @CsvSource({
    "4.9646, 1, 10, 0.05",
    "10.0443, 1, 10, 0.01",
    "3.4928, 2, 20, 0.05",
    "4.0069, 1, 58, 0.05",
    "7.0931, 1, 58, 0.01",
    "161.4476, 1, 1, 0.05",
  })
  void aQuotientOfTheTablesHasItsProbability(double f, int between, int within, double likely) {
    assertThat(new VarianceAnalysis(f, between, within).probability())
        .isCloseTo(likely, within(likely * 1e-3));
  }

  @Test
  void equalGroupsAreNoSurpriseAndApartOnesAre() {
    assertThat(VarianceAnalysis.of(List.of(Sample.of(1, 2, 3), Sample.of(1, 2, 3))).probability())
        .isEqualTo(1);
    assertThat(
            VarianceAnalysis.of(List.of(Sample.of(1, 1.1, 0.9), Sample.of(9, 9.1, 8.9)))
                .probability())
        .isLessThan(1e-6);
    assertThat(VarianceAnalysis.of(List.of(Sample.of(1, 1), Sample.of(2, 2))).probability())
        .isZero();
  }
}
