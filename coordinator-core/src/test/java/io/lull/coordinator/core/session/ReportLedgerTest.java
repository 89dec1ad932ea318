package io.lull.coordinator.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportLedgerTest {
  @Test
  void acknowledgesOnlyWhatIsDurable() {
    final ReportLedger history = new ReportLedger("run");

    assertThat(history.take(1)).isTrue();
    assertThat(history.take(2)).isTrue();
    assertThat(history.acknowledged()).isZero();

    assertThat(history.settle()).isTrue();
    assertThat(history.acknowledged()).isEqualTo(2);
  }

  @Test
  void takesARepeatedReportOnce() {
    final ReportLedger history = new ReportLedger("run");

    assertThat(history.take(1)).isTrue();
    assertThat(history.take(1)).isFalse();
    assertThat(history.settle()).isTrue();
    assertThat(history.take(1)).isFalse();
    assertThat(history.settle()).isFalse();
  }

  @Test
  void beginsAnywhereAfterACoordinatorsRestart() {
    final ReportLedger history = new ReportLedger("run");

    assertThat(history.take(57)).isTrue();
    assertThat(history.settle()).isTrue();
    assertThat(history.acknowledged()).isEqualTo(57);
  }
}
