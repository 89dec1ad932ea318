package io.lull.tray.notice;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.platform.tray.TrayNotice;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.JobView;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notices about the end of jobs that were submitted here. Polls the coordinator only while there
 * are any. On the toolkit's thread.
 */
public final class JobEnds {
  public static final Poller.Pace USUAL =
      new Poller.Pace(Duration.ofSeconds(15), Duration.ofMinutes(1));

  /** More are not followed: a person who submits so many follows them in another way. */
  static final int MOST = 50;

  private final GridAccess grid;
  private final UiThread uiThread;
  private final Texts texts;
  private final Consumer<TrayNotice> told;
  private final Set<String> open = new ConcurrentSkipListSet<>();
  private final Poller<List<JobView>> feed;
  private Poller.@Nullable Watch watch;

  /**
   * @param told receives each ended job
   */
  public JobEnds(
      GridAccess grid,
      UiThread uiThread,
      Locale locale,
      Poller.Pace pace,
      Clock clock,
      Consumer<TrayNotice> told) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.texts = Texts.of("notice", locale);
    this.told = told;
    this.feed = new Poller<>("job-ends", this::views, pace, clock);
  }

  /** Reported. */
  public void follow(String job) {
    if (open.size() < MOST && open.add(job) && watch == null) {
      watch = feed.watch(uiThread.latest(this::seen));
    }
  }

  private List<JobView> views() {
    final List<JobView> views = new ArrayList<>();
    for (final String job : List.copyOf(open)) {
      try {
        views.add(asked(job));
      } catch (ClientFailure e) {
        if (e.kind() != ClientFailure.Kind.BAD_INPUT) {
          throw e;
        }
        open.remove(job); // The coordinator dropped it before its end was seen here.
      }
    }
    return views;
  }

  private JobView asked(String job) {
    try {
      return grid.<JobView>ask((GridClient client) -> client.job(job)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof ClientFailure why ? why : e;
    }
  }

  private void seen(Fetched<List<JobView>> now) {
    if (now instanceof Fetched.Shown<List<JobView>> shown) {
      shown.value().forEach(this::heard);
    }
    if (open.isEmpty() && watch != null) {
      watch.close();
      watch = null;
    }
  }

  private void heard(JobView job) {
    final boolean ended =
        Stream.of(JobState.values())
            .anyMatch(state -> state.wire().equals(job.getState()) && state.ended());
    if (ended && open.remove(job.getId())) {
      final String name = job.getName().isEmpty() ? job.getId() : job.getName();
      final String key = "job." + job.getState();
      told.accept(
          new TrayNotice(texts.say(texts.knows(key) ? key : "job.ended", name), job.getReason()));
    }
  }
}
