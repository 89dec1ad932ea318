package io.lull.coordinator.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportLedgerTest {
  @Test
  void acknowledgesOnlyWhatIsDurable() {
    final ReportLedger ledger = new ReportLedger("run");

    assertThat(ledger.take(1)).isTrue();
    assertThat(ledger.take(2)).isTrue();
    assertThat(ledger.acknowledged()).isZero();

    assertThat(ledger.settle()).isTrue();
    assertThat(ledger.acknowledged()).isEqualTo(2);
  }

  @Test
  void takesARepeatedReportOnce() {
    final ReportLedger ledger = new ReportLedger("run");

    assertThat(ledger.take(1)).isTrue();
    assertThat(ledger.take(1)).isFalse();
    assertThat(ledger.settle()).isTrue();
    assertThat(ledger.take(1)).isFalse();
    assertThat(ledger.settle()).isFalse();
  }

  @Test
  void beginsAnywhereAfterACoordinatorsRestart() {
    final ReportLedger ledger = new ReportLedger("run");

    assertThat(ledger.take(57)).isTrue();
    assertThat(ledger.settle()).isTrue();
    assertThat(ledger.acknowledged()).isEqualTo(57);
  }
}
