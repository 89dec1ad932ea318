package io.lull.tray.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.lull.client.ClientFailure;
import io.lull.client.submit.Application;
import io.lull.client.submit.JobChecks;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.SubmitOption;
import io.lull.testkit.time.Eventually;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.PlayedGrid;
import io.lull.tray.screen.SampleJobs;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitViewModelTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder = Path.of("");

  private final PlayedGrid grid = PlayedGrid.of(List.of(), SampleJobs.nodes());
  private final List<String> done = new ArrayList<>();
  private final SubmitViewModel model =
      new SubmitViewModel(
          grid,
          new UiThread(Runnable::run),
          new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
          Runnable::run);
  private final FormModel form = model.form();

  private Path picture(int side) throws IOException {
    final Path file = folder.resolve("plates.pgm");
    Files.writeString(file, "P2 " + side + " " + side + " 1 " + "0 ".repeat(side * side));
    return file;
  }

  private FieldModel parameter(String key) {
    return form.parameters().stream().filter(each -> each.key().equals(key)).findFirst().get();
  }

  @Test
  void everyParameterOfEveryBundledApplicationHasWordsInEveryLanguage() {
    for (final Locale language : Texts.LANGUAGES) {
      final Texts texts = Texts.of("submit", language);
      for (final Application app : Application.bundled()) {
        assertThat(texts.knows("app." + app.name())).as(app.name()).isTrue();
        assertThat(texts.knows("takes." + app.name())).isEqualTo(!app.inputs().isEmpty());
        assertThat(app.parameters())
            .allSatisfy(each ->
                assertThat(texts.knows("param." + app.name() + "." + each.name()))
                    .as(app.name() + " " + each.name())
                    .isTrue());
      }
    }
  }

  @Test
  void aComplaintStandsBesideWhatItIsAbout() throws IOException {
    assertThat(model.readyProperty().get()).isTrue();
    parameter("size").valueProperty().set("2");
    assertThat(parameter("size").problemProperty().get())
        .isEqualTo("Enter a whole number from 3 to 100,000.");
    assertThat(model.readyProperty().get()).isFalse();
    parameter("size").valueProperty().set("10");
    assertThat(parameter("size").problemProperty().get()).isEmpty();
    model.add(List.of(picture(9)));
    assertThat(form.inputsProblemProperty().get()).startsWith("plates.pgm ").contains("9");
    parameter("size").valueProperty().set("9");
    assertThat(form.inputsProblemProperty().get()).isEmpty();
    form.greatest().valueProperty().set("0");
    assertThat(form.workersProblemProperty().get()).startsWith("the minimum, 1, is above");
    form.greatest().valueProperty().set("4");
    form.field("checkpoint").valueProperty().set("often");
    assertThat(form.moreProperty().get()).isTrue();
    assertThat(form.field("checkpoint").problemProperty().get()).startsWith("'often' must be");
    form.field("checkpoint").valueProperty().set("10m");
    assertThat(model.readyProperty().get()).isTrue();
    assertThat(model.commandProperty().get())
        .isEqualTo(
            "lull submit --app jacobi --workers 1:4 --checkpoint 10m --param size=9 --input "
                + folder.resolve("plates.pgm"));
  }

  @Test
  void aComplaintOfAProgramIsSaidInThePersonsLanguage() {
    final Texts german = Texts.of("submit", Locale.GERMAN);
    final ClientFailure failure =
        catchThrowableOfType(
            ClientFailure.class,
            () ->
                JobChecks.check(
                    new JobDraft(
                        Map.of(SubmitOption.APP, "jacobi"),
                        Map.of("size", "a thousand"),
                        List.of())));
    assertThat(new Complaint(failure.line(), failure.range()).beside(german))
        .isEqualTo("Gib eine ganze Zahl von 3 bis 100.000 ein.");
    assertThat(Complaint.of("class=Z: choose S or W").beside(german)).isEqualTo("Choose S or W.");
  }

  @Test
  void aCommandsPlaceholderIsShownAsItIsTyped() {
    assertThat(form.field("command").about()).startsWith("{} becomes the task's line");
    assertThat(form.field("command").prompt()).startsWith("convert {} ");
  }

  @Test
  void whatIsMissingIsSaidBeforeAnythingIsWrong() {
    form.kindProperty().set(Kind.COMMAND);
    assertThat(model.missingProperty().get()).isEqualTo("Enter the command that each task runs.");
    assertThat(form.problemProperty().get()).isEmpty();
    form.field("command").valueProperty().set("echo {}");
    form.field("tasks").valueProperty().set("20");
    assertThat(model.readyProperty().get()).isTrue();
    form.kindProperty().set(Kind.PROGRAM);
    assertThat(model.missingProperty().get()).isEqualTo("Choose the program's jar.");
    form.ownParameters().valueProperty().set("depth 7");
    assertThat(form.ownParameters().problemProperty().get()).contains("“depth 7”");
  }

  @Test
  void aJobIsSentWithItsFilesAndOpened() throws IOException {
    parameter("size").valueProperty().set("9");
    model.add(List.of(picture(9)));
    model.submit(done::add);
    assertThat(done).containsExactly("J1");
    assertThat(grid.fake.submitted)
        .singleElement()
        .satisfies(spec -> {
          assertThat(spec.getApp()).isEqualTo("jacobi");
          assertThat(spec.getInputsList())
              .extracting(each -> each.getName())
              .containsExactly("plates.pgm");
        });
    assertThat(grid.fake.uploads).containsKey("plates.pgm");
    assertThat(model.sending().sendingProperty().get()).isEqualTo(Sending.NOTHING);
  }

  @Test
  void aSendingThatIsStoppedSubmitsNothingAndAFailureLeavesTheForm() throws IOException {
    parameter("size").valueProperty().set("600");
    model.add(List.of(picture(600)));
    grid.answersAtOnce = false;
    grid.fake.uploadGate = new CountDownLatch(1);
    model.submit(done::add);
    Eventually.await(
        "a part was sent", PATIENCE, () -> model.sending().sendingProperty().get().progress() > 0);
    assertThat(model.sending().sendingProperty().get().stoppable()).isTrue();
    model.sending().stop();
    assertThat(model.sending().sendingProperty().get()).isEqualTo(Sending.NOTHING);
    assertThat(model.sending().problemProperty().get())
        .isEqualTo("Stopped. Nothing was submitted.");
    grid.fake.uploadGate.countDown();

    grid.answersAtOnce = true;
    grid.fake.failure = Status.PERMISSION_DENIED.withDescription("you were revoked");
    model.submit(done::add);
    assertThat(model.sending().problemProperty().get()).contains("you were revoked");
    assertThat(grid.fake.submitted).isEmpty();
    assertThat(form.inputs()).hasSize(1);
    assertThat(model.readyProperty().get()).isTrue();
    assertThat(done).isEmpty();
  }

  @Test
  void aSpecificationFillsTheFormAndWhatIsWrongInItIsSaidWithItsLine() throws IOException {
    final Path file = folder.resolve("job.yaml");
    Files.writeString(
        file,
        """
        app: life
        workers: {min: 2, max: 5}
        memory: 1G
        param:
          generations: 70
        priority: 500
        """);
    model.add(List.of(file));
    assertThat(model.fileWrongProperty().get()).isTrue();
    assertThat(model.fileProperty().get())
        .isEqualTo(file + ", line 6: priority: from -100 to 100, not 500");
    assertThat(form.applicationName().getValue()).isEqualTo("life");
    assertThat(form.least().text() + form.greatest().text()).isEqualTo("25");
    assertThat(parameter("generations").text()).isEqualTo("70");
    assertThat(form.moreProperty().get()).isTrue();
    assertThat(form.field("priority").problemProperty().get()).startsWith("from -100 to 100");
    form.field("priority").valueProperty().set("5");
    assertThat(model.readyProperty().get()).isTrue();
    Files.writeString(file, model.specificationProperty().get());
    model.read(file);
    assertThat(model.fileProperty().get()).startsWith("Filled in from job.yaml");
    assertThat(form.field("memory").text()).isEqualTo("1G");
  }
}
