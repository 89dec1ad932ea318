package io.lull.tray.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.tray.TrayNotice;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.time.Eventually;
import io.lull.tray.grid.Poller;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.PlayedGrid;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class JobEndsTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final PlayedGrid grid = PlayedGrid.of(List.of(), List.of());
  private final List<TrayNotice> told = new CopyOnWriteArrayList<>();
  private final JobEnds ends =
      new JobEnds(
          grid,
          new UiThread(Runnable::run),
          Locale.ENGLISH,
          new Poller.Pace(Duration.ofMillis(5), SOON),
          SystemClock.INSTANCE,
          told::add);

  private void job(String id, String state) {
    grid.fake.jobs.put(
        id,
        JobView.newBuilder()
            .setId(id)
            .setName("heat " + id)
            .setState(state)
            .setReason("done in 3m")
            .build());
  }

  @Test
  void eachEndIsToldOnceAndWhatWasForgottenIsNotAskedForAgain() {
    job("J1", "running");
    job("J2", "running");
    ends.follow("J0");
    ends.follow("J1");
    ends.follow("J2");
    job("J2", "failed");
    Eventually.await("one end", SOON, () -> !told.isEmpty());
    job("J1", "finished");
    Eventually.await("the other", SOON, () -> told.size() == 2);
    assertThat(told)
        .containsExactly(
            new TrayNotice("heat J2 has failed", "done in 3m"),
            new TrayNotice("heat J1 has finished", "done in 3m"));
    job("J3", "finished");
    ends.follow("J3");
    Eventually.await("one that was followed later", SOON, () -> told.size() == 3);
  }
}
