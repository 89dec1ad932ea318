package io.lull.tray.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.LogEnd;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.PlayedGrid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LogViewModelTest {
  private final PlayedGrid grid = PlayedGrid.of(List.of(), List.of());
  private final LogViewModel log = new LogViewModel(grid, "J41", new UiThread(Runnable::run));

  @Test
  void theLogOfAJobThatRunsIsReadAgainAtEachLookUnlessThePersonHoldsItStill() {
    log.inSight(true);
    grid.fake.log = "iteration 1\n";
    log.at("running", true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 1\n");
    grid.fake.log = "iteration 2\n";
    log.at("running", true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 2\n");
    log.followingProperty().set(false);
    grid.fake.log = "iteration 3\n";
    log.at("running", true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 2\n");
    log.followingProperty().set(true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 3\n");
    log.at("finished", false);
    grid.fake.log = "what nobody reads: it has ended";
    log.at("finished", false);
    assertThat(log.textProperty().get()).isEqualTo("iteration 3\n");
  }

  @Test
  void ofALogTheEndIsKeptFromAWholeLine() {
    final LogViewModel.Tail tail = new LogViewModel.Tail();
    final String line = "a line of a log that never ends\n";
    for (int i = 0; i < 50_000; i++) {
      final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      tail.write(bytes, 0, bytes.length);
    }
    assertThat(tail.text()).hasSizeLessThanOrEqualTo(LogViewModel.LONGEST_BYTES).startsWith(line);
    assertThat(tail.text().length()).isGreaterThan(LogViewModel.LONGEST_BYTES - line.length() - 1);
  }

  @Test
  void ofAJobThatRunsTheWorkerThatCrashedIsSeenHoweverManyRun() {
    final StringBuilder said =
        new StringBuilder("--- J41-w1 on pc1, which ended: it died\nI die\n");
    for (int worker = 2; worker < LogEnd.MAX_ENDED + LogEnd.MAX_RUNNING; worker++) {
      said.append("--- J41-w").append(worker).append(" on pc2, which runs now\n");
      said.append("x".repeat(LogEnd.MAX_BYTES - 1)).append('\n');
    }
    grid.fake.log = said.toString();
    log.inSight(true);
    log.at("running", true);
    assertThat(log.textProperty().get()).isEqualTo(said.toString());
  }

  @Test
  void outOfSightNothingOfItIsKeptAndInSightItIsReadAnew() {
    grid.fake.log = "iteration 1\n";
    log.inSight(true);
    log.at("finished", false);
    log.inSight(false);
    assertThat(log.textProperty().get()).isEmpty();
    log.at("finished", false);
    assertThat(log.textProperty().get()).isEmpty();
    log.inSight(true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 1\n");
  }

  @Test
  void whatThePersonHoldsStillIsReadOnceWhenItIsInSightAgain() {
    grid.fake.log = "iteration 1\n";
    log.inSight(true);
    log.at("running", true);
    log.followingProperty().set(false);
    log.inSight(false);
    grid.fake.log = "iteration 2\n";
    log.inSight(true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 2\n");
    grid.fake.log = "iteration 3\n";
    log.at("running", true);
    assertThat(log.textProperty().get()).isEqualTo("iteration 2\n");
  }

  @Test
  void whatComesWhenThePersonHasTurnedAwayIsNotKept() {
    final Queue<Runnable> toolkit = new ArrayDeque<>();
    final LogViewModel late = new LogViewModel(grid, "J41", new UiThread(toolkit::add));
    grid.fake.log = "iteration 1\n";
    late.inSight(true);
    late.at("running", true);
    late.inSight(false);
    assertThat(toolkit).isNotEmpty();
    toolkit.forEach(Runnable::run);
    assertThat(late.textProperty().get()).isEmpty();
    assertThat(late.problemProperty().get()).isEmpty();
  }
}
