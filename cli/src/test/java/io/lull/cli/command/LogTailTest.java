package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LogTailTest {
  private static final String ONE = "--- J1-w1 on pc1, which runs now\n";
  private static final String TWO = "--- J1-w2 on pc2, which runs now\n";
  private static final String ONE_ENDED = "--- J1-w1 on pc1, which ended: signal 9 ended it\n";

  private final LogTail news = new LogTail();

  private String look(String log) {
    return String.join("|", news.in(log));
  }

  @Test
  void whatWasShownIsNotShownAgain() {
    assertThat(look(ONE + "a\nb\n")).isEqualTo(ONE.strip() + "|a|b");
    assertThat(look(ONE + "a\nb\n")).isEmpty();
    assertThat(look(ONE + "a\nb\nc\n")).isEqualTo("c");
  }

  @Test
  void ofATailThatMovedOnTheRestIsNew() {
    look(ONE + "a\nb\nc\n");
    assertThat(look(ONE + "b\nc\nd\ne\n")).isEqualTo("d|e");
  }

  @Test
  void whereMoreWasWrittenThanATailHoldsThereIsAGap() {
    look(ONE + "a\nb\n");
    assertThat(look(ONE + "y\nz\n")).isEqualTo("...|y|z");
  }

  @Test
  void aLineThatHasGrownIsShownWhole() {
    look(ONE + "a\nhalf of a l");
    assertThat(look(ONE + "a\nhalf of a line\nb\n")).isEqualTo("half of a line|b");
  }

  @Test
  void linesAreShownBelowTheWorkerThatWroteThem() {
    assertThat(look(ONE + "a\n" + TWO + "a\n")).isEqualTo(ONE.strip() + "|a|" + TWO.strip() + "|a");
    assertThat(look(ONE + "a\n" + TWO + "a\nb\n")).isEqualTo("b");
    assertThat(look(ONE + "a\nb\n" + TWO + "a\nb\nc\n"))
        .isEqualTo(ONE.strip() + "|b|" + TWO.strip() + "|c");
  }

  @Test
  void aWorkersEndIsShownWithWhatItSaidLast() {
    look(ONE + "a\n\n\n");
    assertThat(look(ONE_ENDED + "a\nlast\n")).isEqualTo(ONE_ENDED.strip() + "|last");
    assertThat(look(ONE_ENDED + "a\nlast\n")).isEmpty();
  }

  @Test
  void aWorkerThatIsMissingOnceIsNotShownAgain() {
    look(ONE + "a\n" + TWO + "b\n");
    assertThat(look(ONE + "a\n")).isEmpty();
    assertThat(look(ONE + "a\n" + TWO + "b\nc\n")).isEqualTo("c");
  }

  @Test
  void howManyWereNotAskedIsSaidOnce() {
    assertThat(look(ONE + "a\n--- 36 more run now, which were not asked\n"))
        .isEqualTo(ONE.strip() + "|a|--- 36 more run now, which were not asked");
    assertThat(look(ONE + "a\nb\n--- 35 more run now, which were not asked\n"))
        .isEqualTo(ONE.strip() + "|b");
  }

  @Test
  void theWholeLogOfAJobThatHasEndedGoesOnWhereItsWorkerWas() {
    look(ONE + "y\nz\n" + TWO + "other\n");
    assertThat(look("first\ny\nz\nsum 1\n")).isEqualTo("--- J1-w1, final log|sum 1");
    assertThat(look("first\ny\nz\nsum 1\n")).isEmpty();
  }

  @Test
  void theWholeLogIsShownAsItIsWhereNothingWasShownBefore() {
    assertThat(look("iterations 500\n")).isEqualTo("iterations 500");
  }

  @Test
  void theWholeLogOfAWorkerThatWasNeverShownIsSaidToBeThat() {
    look(ONE + "y\n");
    assertThat(look("iterations 500\n")).isEqualTo("--- the stored log|iterations 500");
  }
}
