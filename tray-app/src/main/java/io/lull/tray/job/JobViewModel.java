package io.lull.tray.job;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.ResizeRequest;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The content of a job's page, and its actions. */
public final class JobViewModel {
  /** The maximum age of the reasons why a job waits. */
  private static final Duration AFRESH = Duration.ofSeconds(10);

  private final GridAccess grid;
  private final String id;
  private final UiThread uiThread;
  private final Clock clock;
  private final JobTexts words;
  private final Texts texts;
  private final WorkerMachines machineWords;
  private final JobTimelineBuilder courseWords;
  private final LogViewModel log;
  private final ResultsViewModel results;
  private final Poller<JobView> feed;

  private final ReadOnlyObjectWrapper<JobHeader> header =
      new ReadOnlyObjectWrapper<>(JobHeader.NOTHING);
  private final ReadOnlyBooleanWrapper loading = new ReadOnlyBooleanWrapper(true);
  private final ReadOnlyStringWrapper trouble = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<Partition> partition =
      new ReadOnlyObjectWrapper<>(Partition.NOTHING);
  private final ReadOnlyObjectWrapper<JobTimeline> course =
      new ReadOnlyObjectWrapper<>(JobTimeline.NOTHING);
  private final ReadOnlyObjectWrapper<TaskCounts> tasks =
      new ReadOnlyObjectWrapper<>(TaskCounts.NONE);
  private final ReadOnlyStringWrapper checkpoints = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper told = new ReadOnlyStringWrapper("");
  private final BooleanProperty cancelAsked = new SimpleBooleanProperty();
  private final ResizeModel resize;
  private final ObservableList<WorkerMachine> machines = FXCollections.observableArrayList();
  private final ObservableList<String> reasons = FXCollections.observableArrayList();
  private final List<Poller.Watch> watches = new ArrayList<>();
  private Map<String, NodeView> nodes = Map.of();
  private Optional<JobView> newest = Optional.empty();
  private boolean inSight;
  private boolean explaining;
  private boolean explained;
  private long explainedNanos;

  public JobViewModel(GridAccess grid, String id, UiThread uiThread, Phrases phrases, Clock clock) {
    this.grid = grid;
    this.id = id;
    this.uiThread = uiThread;
    this.clock = clock;
    this.words = new JobTexts(phrases);
    this.texts = words.texts();
    this.machineWords = new WorkerMachines(words);
    this.courseWords = new JobTimelineBuilder(words);
    this.log = new LogViewModel(grid, id, uiThread);
    this.results = new ResultsViewModel(grid, id, uiThread, words);
    this.resize = new ResizeModel(texts, this::resize);
    this.feed = grid.job(id);
  }

  /** While the page is visible it is updated. */
  public void inSight(boolean now) {
    if (now == inSight) {
      return;
    }
    inSight = now;
    results.inSight(now);
    log.inSight(now);
    if (now) {
      watches.add(feed.watch(uiThread.latest(this::seen)));
      watches.add(grid.nodes().watch(uiThread.latest(this::seenNodes)));
    } else {
      watches.forEach(Poller.Watch::close);
      watches.clear();
    }
  }

  private void seen(Fetched<JobView> now) {
    if (!inSight) {
      return; // It arrived after the person had left the page.
    }
    switch (now) {
      case Fetched.Awaited<JobView> _ -> loading.set(newest.isEmpty());
      case Fetched.Shown<JobView> shown -> {
        loading.set(false);
        trouble.set("");
        newest = Optional.of(shown.value());
        show(shown.value());
      }
      case Fetched.Missing<JobView> missing -> {
        loading.set(false);
        trouble.set(missing.words(words.phrases().texts()));
      }
    }
  }

  private void seenNodes(Fetched<List<NodeView>> now) {
    now.newest()
        .ifPresent(list -> {
          nodes =
              list.stream()
                  .collect(
                      Collectors.toMap(NodeView::getName, node -> node, (_, b) -> b, HashMap::new));
          newest.ifPresent(this::showMachines);
        });
  }

  private void show(JobView job) {
    final long now = clock.epochMillis();
    final JobState state = JobTexts.state(job);
    final boolean open = JobTexts.open(job);
    header.set(
        new JobHeader(
            words.title(job),
            words.about(job),
            words.state(state),
            JobTexts.tone(state),
            words.sentence(job, now),
            JobTexts.remark(job),
            state == JobState.QUEUED
                    || (!job.hasTasks() && job.getIterations() == 0 && state != JobState.FINISHED)
                ? -1
                : job.getProgress(),
            far(job, now),
            state.ended(),
            open && !state.ended(),
            open
                && !state.ended()
                && !job.getMoldable()
                && job.getMinWorkers() < job.getMaxWorkers()));
    showMachines(job);
    course.set(courseWords.of(job, now));
    tasks.set(
        job.hasTasks()
            ? new TaskCounts(
                job.getTasks().getTotal(),
                job.getTasks().getDone(),
                job.getTasks().getFailed(),
                job.getTasks().getRunning())
            : TaskCounts.NONE);
    checkpoints.set(checkpointWords(job, now));
    if (state.ended()) {
      cancelAsked.set(false);
    }
    resize.show(job);
    log.at(
        job.getState() + job.getEpoch() + job.getWorkersCount(),
        !state.ended() && job.getWorkersCount() > 0);
    results.show(job, now);
    explain(job, state);
  }

  private String far(JobView job, long now) {
    final String far = words.far(job);
    final String moving =
        job.getMovingBytes() == 0
            ? ""
            : texts.say(
                "moving",
                words.phrases().size(job.getMovedBytes()),
                words.phrases().size(job.getMovingBytes()));
    // The sentence above tells when it ended.
    final String time = JobTexts.state(job).ended() ? "" : words.time(job, now);
    return String.join(
        " · ", List.of(far, moving, time).stream().filter(part -> !part.isEmpty()).toList());
  }

  private void showMachines(JobView job) {
    final List<WorkerMachine> now = machineWords.of(job, nodes);
    if (!machines.equals(now)) {
      machines.setAll(now);
    }
    partition.set(machineWords.partition(job, nodes));
  }

  private String checkpointWords(JobView job, long now) {
    final var view = job.getCheckpoints();
    return view.getCount() == 0
        ? ""
        : texts.say(
            "checkpoints",
            view.getCount(),
            words.phrases().at(view.getLastAt(), now),
            words.phrases().size(view.getLastBytes()),
            words.phrases().quickly(view.getCaptureMillis()));
  }

  /** Requests the reasons while the job waits. */
  private void explain(JobView job, JobState state) {
    final boolean waits = state == JobState.QUEUED || state == JobState.SUSPENDED;
    if (!waits || !JobTexts.open(job)) {
      reasons.clear();
      explained = false;
      return;
    }
    final boolean fresh = explained && clock.nanos() - explainedNanos < AFRESH.toNanos();
    if (explaining || fresh) {
      return;
    }
    explaining = true;
    uiThread.answer(
        grid.ask(client -> client.explainJob(id).getLinesList()),
        lines -> {
          explaining = false;
          explained = true;
          explainedNanos = clock.nanos();
          if (!reasons.equals(lines)) {
            reasons.setAll(lines);
          }
        },
        // The remark gives a reason already; the next update asks for more.
        _ -> explaining = false);
  }

  /** Cancels the job, after the person has confirmed. */
  public void cancel() {
    cancelAsked.set(false);
    change(client -> client.cancel(id), texts.say("cancel.told"));
  }

  private void resize(int workers) {
    change(
        client -> client.resize(ResizeRequest.newBuilder().setJob(id).setWorkers(workers).build()),
        texts.say("resize.told", workers));
  }

  private void change(Function<GridClient, JobView> question, String done) {
    problem.set("");
    told.set("");
    uiThread.answer(
        grid.ask(question),
        _ -> {
          told.set(done);
          feed.refresh();
        },
        failure -> problem.set(ClientFailure.lineOf(failure)));
  }

  public Texts texts() {
    return texts;
  }

  public String id() {
    return id;
  }

  public LogViewModel log() {
    return log;
  }

  public ResultsViewModel results() {
    return results;
  }

  public ResizeModel resize() {
    return resize;
  }

  public ReadOnlyObjectProperty<JobHeader> headerProperty() {
    return header.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty loadingProperty() {
    return loading.getReadOnlyProperty();
  }

  /** Why the content may be old or missing; empty: it is not. */
  public ReadOnlyStringProperty troubleProperty() {
    return trouble.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Partition> partitionProperty() {
    return partition.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<JobTimeline> courseProperty() {
    return course.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<TaskCounts> tasksProperty() {
    return tasks.getReadOnlyProperty();
  }

  /** How its data is stored; empty: not any more. */
  public ReadOnlyStringProperty checkpointsProperty() {
    return checkpoints.getReadOnlyProperty();
  }

  /** Whether the confirmation of a cancellation is open. */
  public BooleanProperty cancelAskedProperty() {
    return cancelAsked;
  }

  public ReadOnlyStringProperty toldProperty() {
    return told.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  public ObservableList<WorkerMachine> machines() {
    return machines;
  }

  /** Why it waits, one sentence for each reason. */
  public ObservableList<String> reasons() {
    return reasons;
  }
}
