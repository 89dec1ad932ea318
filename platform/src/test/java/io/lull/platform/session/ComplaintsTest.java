package io.lull.platform.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
  private final Complaints complaints = new Complaints();

  @Test
  void eachReasonIsToldOnceHoweverTheyAlternate() {
    assertThat(complaints.isNew("it refuses")).isTrue();
    assertThat(complaints.isNew("broken pipe")).isTrue();
    assertThat(complaints.isNew("it refuses")).isFalse();
    assertThat(complaints.isNew("broken pipe")).isFalse();
  }

  @Test
  void whatComesBackAfterAllWasWellIsToldAgain() {
    assertThat(complaints.isNew("it refuses")).isTrue();
    complaints.clear();
    assertThat(complaints.isNew("it refuses")).isTrue();
  }

  @Test
  void aPeerWithEverNewReasonsDoesNotFillTheLog() {
    assertThat(
            IntStream.range(0, 10_000).filter(each -> complaints.isNew("reason " + each)).count())
        .isEqualTo(256);
  }
}
