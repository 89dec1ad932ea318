package io.lull.tray.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.wire.JobView;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.model.Tone;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.PlayedGrid;
import io.lull.tray.screen.SampleJobs;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobViewModelTest {
  @TempDir Path folder = Path.of("");

  private final List<JobViewModel> models = new ArrayList<>();
  private PlayedGrid grid = PlayedGrid.of(List.of(), List.of());

  private JobViewModel seen(JobView job) {
    grid = PlayedGrid.of(List.of(job), SampleJobs.nodes());
    grid.fake.jobs.put(job.getId(), job);
    grid.fake.outputs.put("solution.png", SampleJobs.picture());
    final JobViewModel model =
        new JobViewModel(
            grid,
            job.getId(),
            new UiThread(Runnable::run),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            new VirtualClock(Samples.NOW));
    model.inSight(true);
    models.add(model);
    return model;
  }

  /** What was kept for a look goes with it. */
  @AfterEach
  void leave() {
    models.forEach(model -> model.inSight(false));
  }

  @Test
  void partsAreAsLargeAsTheDataAndShowWhereAnOwnerIsBack() {
    final JobViewModel model = seen(SampleJobs.running());
    final Partition partition = model.partitionProperty().get();
    assertThat(partition.inPlace()).isTrue();
    assertThat(partition.parts().stream().mapToDouble(p -> p.width() * p.height()).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(partition.parts())
        .allSatisfy(
            part -> assertThat(part.share()).isCloseTo(part.width() * part.height(), within(1e-9)))
        .filteredOn(part -> part.tone() == Tone.CARE)
        .singleElement()
        .satisfies(part -> {
          assertThat(part.node()).isEqualTo("office-04");
          assertThat(part.owner()).isEqualTo("owner is back; guest leaving");
        });
    assertThat(model.machines()).hasSize(6);
  }

  @Test
  void theCourseTellsOfWorkersOverTimeAndOfCostsForeseenAndReal() {
    final JobTimeline course = seen(SampleJobs.running()).courseProperty().get();
    assertThat(course.most()).isEqualTo(6);
    assertThat(course.spans()).extracting(JobTimeline.Span::workers).containsExactly(3, 5, 4, 3, 6);
    assertThat(course.spans().getFirst().from()).isZero();
    assertThat(course.spans().getLast().until()).isEqualTo(1);
    assertThat(course.marks().stream().filter(mark -> mark.kind() == JobTimeline.Kind.TROUBLE))
        .hasSize(1);
    assertThat(course.happenings().get(1))
        .isEqualTo(
            new JobTimeline.Happening(
                course.happenings().get(1).when(),
                "Grew from 3 to 6",
                "a machine was free · with office-04, office-09, office-17",
                "paused for 91 ms · 63 MiB moved (minimum: 63 MiB)",
                "predicted: cost 120 ms, benefit 21 min",
                JobTimeline.Kind.CHANGE,
                Tone.BUSY));
  }

  @Test
  void onlyWhoMayChangeAJobIsOfferedTo() {
    assertThat(seen(SampleJobs.running()).headerProperty().get().resizable()).isTrue();
    final JobHeader another = seen(SampleJobs.another()).headerProperty().get();
    assertThat(another.open()).isFalse();
    assertThat(another.resizable()).isFalse();
    assertThat(seen(SampleJobs.finished()).headerProperty().get().open()).isFalse();
  }

  @Test
  void aJobIsCancelledOnceThePersonHasSaidSoTwice() {
    final JobViewModel model = seen(SampleJobs.running());
    model.cancelAskedProperty().set(true);
    model.cancel();
    assertThat(model.cancelAskedProperty().get()).isFalse();
    assertThat(model.toldProperty().get()).isEqualTo("The job is being cancelled.");
    grid.fake.jobs.clear();
    model.cancel();
    assertThat(model.problemProperty().get()).contains("there is no such thing");
    assertThat(model.toldProperty().get()).isEmpty();
  }

  @Test
  void aJobIsResizedWithinItsRangeOnly() {
    final JobViewModel model = seen(SampleJobs.running());
    model.resize().ask();
    assertThat(model.resize().numberProperty().get()).isEqualTo("6");
    model.resize().numberProperty().set("9");
    model.resize().choose();
    assertThat(model.resize().problemProperty().get()).isEqualTo("from 2 to 8");
    assertThat(model.toldProperty().get()).isEmpty();
    model.resize().numberProperty().set(" 4 ");
    model.resize().choose();
    assertThat(model.toldProperty().get()).startsWith("Target: 4 machines");
  }

  @Test
  void whenAJobEndedIsSaidOnceOnItsPage() {
    final JobHeader header = seen(SampleJobs.finished()).headerProperty().get();
    assertThat(header.sentence()).startsWith("Finished at ");
    assertThat(header.far()).doesNotContain("ended");
  }

  @Test
  void whyAJobWaitsIsAskedWhileItDoes() {
    assertThat(seen(SampleJobs.waiting()).reasons()).containsExactly("job J43", "is as it is");
    assertThat(seen(SampleJobs.running()).reasons()).isEmpty();
  }

  @Test
  void aPictureIsShownForAsLongAsThePageIsInSightAndResultsAreSaved() throws IOException {
    final JobViewModel model = seen(SampleJobs.finished());
    final ResultsViewModel.Picture picture = model.results().pictureProperty().get().orElseThrow();
    assertThat(Path.of(picture.place())).hasBinaryContent(SampleJobs.picture());
    model.results().save(List.of(model.results().outputs().get(1)), folder);
    assertThat(folder.resolve("solution.png")).hasBinaryContent(SampleJobs.picture());
    assertThat(model.results().toldProperty().get()).isEqualTo("Saved in " + folder + ": one file");
    model.inSight(false);
    assertThat(model.results().pictureProperty().get()).isEmpty();
    assertThat(Files.exists(picture.folder())).isFalse();
  }

  @Test
  void whatArrivesWhenThePageWasLeftFetchesNothing() {
    final JobView job = SampleJobs.finished();
    grid = PlayedGrid.of(List.of(job), SampleJobs.nodes());
    grid.fake.outputs.put("solution.png", SampleJobs.picture());
    final Queue<Runnable> toolkit = new ArrayDeque<>();
    final JobViewModel model =
        new JobViewModel(
            grid,
            job.getId(),
            new UiThread(toolkit::add),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            new VirtualClock(Samples.NOW));
    model.inSight(true);
    assertThat(toolkit).isNotEmpty();
    model.inSight(false);
    toolkit.forEach(Runnable::run);
    assertThat(model.results().outputs()).isEmpty();
    assertThat(model.results().pictureProperty().get()).isEmpty();
  }

  @Test
  void tasksStandInPlaceOfAPartition() {
    final JobViewModel model = seen(SampleJobs.bag());
    assertThat(model.tasksProperty().get()).isEqualTo(new TaskCounts(1200, 412, 5, 6));
    assertThat(model.tasksProperty().get().waiting()).isEqualTo(777);
    assertThat(model.partitionProperty().get().parts()).isEmpty();
  }
}
