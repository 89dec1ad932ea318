package io.lull.tray.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.SampleCluster;
import io.lull.tray.screen.SampleGrid;
import io.lull.tray.screen.SampleStudy;
import io.lull.tray.text.Phrases;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CapacityViewModelTest {
  private final SampleStudy study = new SampleStudy();
  private final SampleCluster cluster = SampleCluster.of(4, Duration.ofDays(400));
  private final CapacityViewModel model = model(cluster);

  private CapacityViewModel model(GridAccess grid) {
    return new CapacityViewModel(
        study, grid, new UiThread(Runnable::run), new Phrases(Locale.ENGLISH, ZoneOffset.UTC));
  }

  @BeforeEach
  void look() {
    model.look();
  }

  @Test
  void administratorsAskAndOthersAreToldWhyNot() {
    assertThat(model.administersProperty().get()).isTrue();
    assertThat(model.noticeProperty().get()).isEmpty();
    cluster.administers = false;
    model.look();
    assertThat(model.administersProperty().get()).isFalse();
    assertThat(model.noticeProperty().get()).contains("for administrators");
    model.calculate();
    assertThat(study.asked).isEmpty();
    final CapacityViewModel strange = model(new SampleGrid());
    strange.look();
    assertThat(strange.noticeProperty().get()).contains("aren't signed in");
    study.installed = false;
    strange.look();
    assertThat(strange.noticeProperty().get()).contains("Nothing that simulates");
  }

  @Test
  void aQuestionIsAskedAsItWasTyped() {
    model.machinesProperty().set(" +100 ");
    model.idleProperty().set("15");
    model.daysProperty().set(90);
    model.ownJobsProperty().set(false);
    model.calculate();
    final CapacityQuestion question =
        new CapacityQuestion(90, false, OptionalInt.of(100), OptionalInt.of(15));
    assertThat(study.asked).containsExactly(question);
    assertThat(question.changes()).containsExactly("nodes=+100", "idle-after=15m");
    assertThat(new CapacityQuestion(7, true, OptionalInt.of(-3), OptionalInt.empty()).changes())
        .containsExactly("nodes=-3");
  }

  @Test
  void whatCannotBeAskedIsSaidWhileItIsTyped() {
    for (final String wrong : new String[] {"0", "ten", "1e3", "50001", "-50001", "1.5"}) {
      model.machinesProperty().set(wrong);
      assertThat(model.machinesProblemProperty().get()).as(wrong).contains("whole number");
      assertThat(model.readyProperty().get()).as(wrong).isFalse();
    }
    model.machinesProperty().set("");
    assertThat(model.readyProperty().get()).as("no question").isFalse();
    model.idleProperty().set("4");
    assertThat(model.idleProblemProperty().get()).contains("from 5 to 1,440");
    model.idleProperty().set("5");
    assertThat(model.idleProblemProperty().get()).isEmpty();
    assertThat(model.readyProperty().get()).isTrue();
  }

  @Test
  void theAnswerIsComparedWithTheClusterAsItIs() {
    model.machinesProperty().set("100");
    model.idleProperty().set("15");
    model.calculate();
    final CapacityResult result = Objects.requireNonNull(model.resultProperty().get());
    assertThat(result.rows())
        .extracting(CapacityResult.Row::name)
        .containsExactly("As it is", "100 machines more", "15 min without input", "All together");
    assertThat(result.rows().get(1).responsePercent()).isBetween(-22.3, -22.2);
    assertThat(result.rows().get(1).hoursPercent()).isBetween(54.8, 54.9);
    assertThat(result.sentences().getFirst())
        .isEqualTo("1,204 jobs of the cluster, on 184 machines, for 30 days.");
    assertThat(model.row("x", result.rows().getFirst().answer()))
        .containsExactly("x", "184", "41,220", "1.44", "5 min", "3");
  }

  @Test
  void oneQuestionAtATimeWhichCanBeCancelled() {
    study.later = new CompletableFuture<>();
    model.calculate();
    model.calculate();
    assertThat(study.asked).hasSize(1);
    assertThat(model.progressProperty().get()).startsWith("Fetching the history");
    study.step(CapacityStudy.Step.SIMULATION);
    assertThat(model.progressProperty().get()).startsWith("Simulating");
    model.cancel();
    assertThat(study.later).isCancelled();
    assertThat(model.progressProperty().get()).isEmpty();
    assertThat(model.problemProperty().get()).as("that is no failure").isEmpty();
    study.later = new CompletableFuture<>();
    model.calculate();
    study.later.completeExceptionally(
        new ClientFailure(ClientFailure.Kind.FAILED, "no job has ended"));
    assertThat(model.problemProperty().get()).isEqualTo("No answer: no job has ended");
    study.later = CompletableFuture.completedFuture(SampleStudy.findings(1));
    model.calculate();
    assertThat(model.problemProperty().get()).isEmpty();
    assertThat(Objects.requireNonNull(model.resultProperty().get()).rows()).hasSize(2);
  }

  @Test
  void anAnswerOfAnotherVersionIsRefused() {
    final String csv =
        """
        change,nodes,offeredMean,offeredNodeHours,jobs,censored,meanResponseRatio,meanWaitSeconds
        as it is,4,2.5,100.5,7,0,1.25,3.5
        """;
    assertThat(AnswerTable.read(csv))
        .isEqualTo(List.of(new CapacityAnswer(4, 100.5, 7, 0, 1.25, 3.5)));
    assertThatThrownBy(() -> AnswerTable.read(csv.replace("meanWait", "wait")))
        .hasMessageContaining("does not tell meanWaitSeconds");
  }
}
