package io.lull.tray.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.jobs.EmptyState.Then;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.PlayedGrid;
import io.lull.tray.screen.SampleJobs;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;

class JobsViewModelTest {
  private List<JobView> jobs = new ArrayList<>(SampleJobs.several());

  private JobsViewModel seen(PlayedGrid grid) {
    final JobsViewModel model =
        new JobsViewModel(
            grid,
            new UiThread(Runnable::run),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            new VirtualClock(Samples.NOW));
    model.inSight(true);
    return model;
  }

  private static void look(JobsViewModel model) {
    model.inSight(false);
    model.inSight(true);
  }

  @Test
  void theNewestStandsFirstAndOnlyWhatHasChangedIsDrawnAgain() {
    final JobsViewModel model = seen(PlayedGrid.changing(() -> jobs));
    assertThat(model.rows()).extracting(JobRow::id).containsExactly("J43", "J42", "J41", "J39");
    final List<String> changes = new ArrayList<>();
    model
        .rows()
        .addListener(
            (ListChangeListener<JobRow>)
                change -> {
                  while (change.next()) {
                    changes.add(
                        change.getRemovedSize()
                            + "→"
                            + change.getAddedSize()
                            + "@"
                            + change.getFrom());
                  }
                });
    look(model);
    assertThat(changes).isEmpty();
    jobs = new ArrayList<>(jobs);
    jobs.set(1, SampleJobs.reconfiguring());
    jobs.add(SampleJobs.waiting().toBuilder().setId("J100").build());
    look(model);
    assertThat(changes).containsExactly("0→1@0", "1→1@2");
    assertThat(model.rows().get(2).state()).isEqualTo("Moving");
  }

  @Test
  void anothersJobShowsWhoseItIsAndCannotBeOpened() {
    final JobRow row = seen(PlayedGrid.changing(() -> jobs)).rows().getLast();
    assertThat(row.title()).isEqualTo("Job by grace");
    assertThat(row.workers()).isEqualTo("4 of 4");
    assertThat(row.open()).isFalse();
  }

  @Test
  void aRowSaysHowFarItIsAndForHowLongItWillRun() {
    final JobRow row = seen(PlayedGrid.changing(() -> jobs)).rows().get(1);
    assertThat(row.about()).isEqualTo("J42 · jacobi · ada · priority 5");
    assertThat(row.progress()).isEqualTo(0.4265);
    assertThat(row.far()).isEqualTo("iteration 34,120 of 80,000");
    assertThat(row.time()).isEqualTo("running for 1 h 1 min, about 30 min to 35 min left");
  }

  @Test
  void aFilterLeavesWhatItIsIn() {
    final JobsViewModel model = seen(PlayedGrid.changing(() -> jobs));
    model.filterProperty().set(" JACOBI ");
    assertThat(model.rows()).extracting(JobRow::id).containsExactly("J42");
    model.filterProperty().set("nothing like it");
    assertThat(model.rows()).isEmpty();
    assertThat(model.noticeProperty().get().headline()).isEqualTo("No job matches");
    model.filterProperty().set("");
    assertThat(model.noticeProperty().get()).isEqualTo(EmptyState.NONE);
    assertThat(model.rows()).hasSize(4);
  }

  @Test
  void whoIsOnNoGridIsShownTheWayOntoOne() {
    final EmptyState notice =
        seen(PlayedGrid.failing(ClientFailure.Kind.NOT_ALLOWED, "nobody has logged in").stranger())
            .noticeProperty()
            .get();
    assertThat(notice.headline()).isEqualTo("You haven't joined a cluster yet");
    assertThat(notice.then()).isEqualTo(Then.JOIN);
  }

  @Test
  void anEmptyQueueSaysHowToBegin() {
    jobs = List.of();
    assertThat(seen(PlayedGrid.changing(() -> jobs)).noticeProperty().get().then())
        .isEqualTo(Then.START);
  }

  @Test
  void whoCannotBeReachedIsSaidAndWhatWasSeenStaysWithItsTime() {
    final JobsViewModel never =
        seen(PlayedGrid.failing(ClientFailure.Kind.UNREACHABLE, "nobody answers"));
    assertThat(never.noticeProperty().get())
        .isEqualTo(
            new EmptyState("The coordinator can't be reached", "nobody answers", Then.NOTHING));
    assertThat(seen(PlayedGrid.silent()).noticeProperty().get().then()).isEqualTo(Then.WAITING);
  }
}
