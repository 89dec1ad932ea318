package io.lull.tray.jobs;

import io.lull.client.ClientFailure;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.JobView;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import io.lull.tray.job.JobTexts;
import io.lull.tray.jobs.EmptyState.Then;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The queue: everybody's jobs, the newest first. */
public final class JobsViewModel {
  private final GridAccess grid;
  private final UiThread uiThread;
  private final Clock clock;
  private final JobTexts words;
  private final Texts texts;
  private final BooleanProperty ended = new SimpleBooleanProperty();
  private final StringProperty filter = new SimpleStringProperty("");
  private final ObservableList<JobRow> rows = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<EmptyState> notice =
      new ReadOnlyObjectWrapper<>(EmptyState.NONE);
  private final ReadOnlyStringWrapper old = new ReadOnlyStringWrapper("");
  private Fetched<List<JobView>> seen = new Fetched.Awaited<>();
  private Poller.@Nullable Watch watch;
  private boolean inSight;

  public JobsViewModel(GridAccess grid, UiThread uiThread, Phrases phrases, Clock clock) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.clock = clock;
    this.words = new JobTexts(phrases);
    this.texts = Texts.of("jobs", phrases.texts().locale());
    ended.subscribe(this::watchOthers);
    filter.subscribe(this::show);
    show();
  }

  /** While the page is visible it is updated. */
  public void inSight(boolean now) {
    if (now != inSight) {
      inSight = now;
      watchAnew();
    }
  }

  private void watchOthers() {
    seen = new Fetched.Awaited<>();
    watchAnew();
  }

  private void watchAnew() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
    if (inSight) {
      final boolean all = ended.get();
      watch =
          grid.jobs(all)
              .watch(
                  uiThread.latest(now -> {
                    // Answers to an earlier filter are dropped.
                    if (all == ended.get()) {
                      seen = now;
                      show();
                    }
                  }));
    }
  }

  private void show() {
    final Optional<List<JobView>> jobs = seen.newest();
    final String wanted = filter.get().strip().toLowerCase(Locale.ROOT);
    final List<JobRow> all =
        jobs.orElse(List.of()).stream()
            .sorted(Comparator.comparingLong(JobsViewModel::number).reversed())
            .map(this::row)
            .toList();
    final List<JobRow> now = all.stream().filter(row -> matches(row, wanted)).toList();
    follow(now);
    old.set(jobs.isPresent() ? oldWords() : "");
    notice.set(
        jobs.isEmpty()
            ? without()
            : !now.isEmpty()
                ? EmptyState.NONE
                : all.isEmpty()
                    ? new EmptyState(texts.say("empty"), texts.say("empty.about"), Then.START)
                    : new EmptyState(
                        texts.say("none-such"), texts.say("none-such.about"), Then.NOTHING));
  }

  private String oldWords() {
    return seen instanceof Fetched.Missing<List<JobView>> missing && missing.last().isPresent()
        ? texts.say(
            "old",
            words.phrases().at(missing.last().get().atEpochMillis(), clock.epochMillis()),
            missing.words(words.phrases().texts()))
        : "";
  }

  /** No answer has come yet. */
  private EmptyState without() {
    if (!(seen instanceof Fetched.Missing<List<JobView>> missing)) {
      return new EmptyState(texts.say("loading"), "", Then.WAITING);
    }
    if (missing.kind() == ClientFailure.Kind.NOT_ALLOWED && !grid.loggedIn()) {
      return new EmptyState(texts.say("outside"), texts.say("outside.about"), Then.JOIN);
    }
    final boolean silent = missing.kind() == ClientFailure.Kind.UNREACHABLE;
    return new EmptyState(
        texts.say(silent ? "unreachable" : "missing"),
        missing.words(words.phrases().texts()),
        Then.NOTHING);
  }

  private static boolean matches(JobRow row, String wanted) {
    return wanted.isEmpty()
        || (row.title() + " " + row.about() + " " + row.state())
            .toLowerCase(Locale.ROOT)
            .contains(wanted);
  }

  /** J42 is newer than J9. */
  private static long number(JobView job) {
    long number = 0;
    for (int i = 0; i < job.getId().length(); i++) {
      final char c = job.getId().charAt(i);
      number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : number;
    }
    return number;
  }

  private JobRow row(JobView job) {
    final JobState state = JobTexts.state(job);
    final long now = clock.epochMillis();
    return new JobRow(
        job.getId(),
        words.title(job),
        words.about(job),
        words.state(state),
        JobTexts.tone(state),
        JobTexts.open(job)
                && state != JobState.QUEUED
                && (job.getProgress() > 0 || job.getIterations() > 0)
            ? job.getProgress()
            : -1,
        words.far(job),
        words.workers(job),
        words.time(job, now),
        JobTexts.open(job));
  }

  /**
   * Updates the rows one by one, so that the selection is kept and unchanged rows are not redrawn.
   */
  private void follow(List<JobRow> now) {
    final Map<String, JobRow> wanted = new HashMap<>();
    now.forEach(row -> wanted.put(row.id(), row));
    rows.removeIf(row -> !wanted.containsKey(row.id()));
    final Set<String> present = new HashSet<>();
    rows.forEach(row -> present.add(row.id()));
    for (int i = 0; i < now.size(); i++) {
      final JobRow row = now.get(i);
      if (!present.contains(row.id())) {
        rows.add(i, row);
      } else if (!rows.get(i).equals(row)) {
        rows.set(i, row);
      }
    }
  }

  public Texts texts() {
    return texts;
  }

  public ObservableList<JobRow> rows() {
    return rows;
  }

  /** Whether ended jobs are shown, too. */
  public BooleanProperty endedProperty() {
    return ended;
  }

  /** The search words for a job's name, program, user or state. */
  public StringProperty filterProperty() {
    return filter;
  }

  public ReadOnlyObjectProperty<EmptyState> noticeProperty() {
    return notice.getReadOnlyProperty();
  }

  /** Why the content is old; empty: it is not. */
  public ReadOnlyStringProperty oldProperty() {
    return old.getReadOnlyProperty();
  }
}
