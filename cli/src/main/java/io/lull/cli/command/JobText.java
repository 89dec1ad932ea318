package io.lull.cli.command;

import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.JobWords;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.RemainingTime;
import io.lull.protocol.model.JobState;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.TaskStatus;
import io.lull.protocol.wire.TasksView;
import io.lull.protocol.wire.WorkerView;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A job's page for people. */
final class JobText {
  private static final int BAR_CELLS = 30;
  private static final int EVENTS_SHOWN = 12;
  private static final int TASKS_SHOWN = 64;

  private final Screen screen;
  private final ZoneId zone;
  private final long nowEpochMillis;

  JobText(CommandEnvironment environment) {
    this.screen = environment.screen();
    this.zone = environment.zone();
    this.nowEpochMillis = environment.clock().epochMillis();
  }

  static boolean ended(JobView job) {
    return JobState.of(job.getState()).ended();
  }

  static boolean finished(JobView job) {
    return JobState.of(job.getState()) == JobState.FINISHED;
  }

  /** {@code 37 of 100 tasks done, 2 failed, 8 running}. */
  private static String tasks(JobView job) {
    final TasksView tasks = job.getTasks();
    return tasks.getDone()
        + " of "
        + HumanFormat.count(tasks.getTotal(), "task")
        + " done"
        + (tasks.getFailed() > 0 ? ", " + tasks.getFailed() + " failed" : "")
        + (tasks.getRunning() > 0 ? ", " + tasks.getRunning() + " running" : "")
        + differed(tasks);
  }

  /** {@code , other results on pc3 (2)}. */
  private static String differed(TasksView tasks) {
    return tasks.getDifferedCount() == 0
        ? ""
        : ", other results on "
            + tasks.getDifferedList().stream()
                .map(each -> each.getNode() + " (" + each.getTasks() + ")")
                .collect(Collectors.joining(", "));
  }

  /** One line for a progress display. */
  static String progressLine(JobView job) {
    return job.getId()
        + " "
        + job.getState()
        + "  "
        + HumanFormat.bar(job.getProgress(), BAR_CELLS)
        + " "
        + HumanFormat.percent(job.getProgress())
        + (job.hasTasks() ? "  " + tasks(job) : "  iteration " + JobWords.iteration(job))
        + ", "
        + HumanFormat.count(job.getWorkersCount(), "worker")
        + (job.getMovingBytes() > 0 ? ", moving " + moving(job) : "");
  }

  /** {@code 41% (212 MiB of 512 MiB)}; empty: nothing is moving. */
  private static String moving(JobView job) {
    return job.getMovingBytes() == 0
        ? ""
        : HumanFormat.percent((double) job.getMovedBytes() / job.getMovingBytes())
            + " ("
            + Sizes.format(job.getMovedBytes())
            + " of "
            + Sizes.format(job.getMovingBytes())
            + ")";
  }

  /** Everything known, with the latest events. */
  String full(JobView job) {
    final StringBuilder out = new StringBuilder();
    out.append(TextStyle.STRONG.on(screen, job.getId()))
        .append("  ")
        .append(job.getName())
        .append("  ")
        .append(TextStyle.ofState(job.getState()).on(screen, job.getState()))
        .append('\n');
    line(out, "program", job.getApp().isEmpty() ? "its own" : job.getApp());
    line(out, "user", job.getUser());
    line(out, "submitted", HumanFormat.moment(job.getSubmittedAt(), zone));
    if (job.getStartedAt() != 0) {
      line(out, "started", HumanFormat.moment(job.getStartedAt(), zone));
    }
    if (job.getFinishedAt() != 0) {
      line(out, "ended", HumanFormat.moment(job.getFinishedAt(), zone) + ran(job));
    }
    line(
        out,
        "progress",
        HumanFormat.bar(job.getProgress(), BAR_CELLS)
            + " "
            + HumanFormat.percent(job.getProgress())
            + (job.hasTasks()
                ? ", " + tasks(job)
                : ", iteration " + JobWords.iteration(job) + pace(job)));
    line(
        out,
        "workers",
        JobWords.workers(job) + (job.hasTasks() ? "" : ", epoch " + job.getEpoch()));
    line(
        out,
        "ghosts",
        job.getGhostsCount() == 0
            ? ""
            : "a worker waits without data on " + String.join(", ", job.getGhostsList()));
    line(out, "checkpoints", job.hasTasks() ? "" : checkpoints(job));
    line(out, "change", job.getPending());
    line(out, "moving", moving(job));
    line(out, "remark", job.getReason());
    if (!job.getError().isEmpty()) {
      line(out, "error", TextStyle.BAD.on(screen, job.getError()));
    }
    job.getCheckValuesList().forEach(value -> line(out, value.getName(), value.getValue()));
    job.getOutputsList()
        .forEach(f -> line(out, "output", f.getName() + ", " + Sizes.format(f.getSizeBytes())));
    if (job.getOutputsKeptUntil() != 0) {
      line(out, "kept until", HumanFormat.moment(job.getOutputsKeptUntil(), zone));
    }
    if (job.getOutputsDroppedAt() != 0) {
      line(out, "outputs", "dropped " + HumanFormat.moment(job.getOutputsDroppedAt(), zone));
    }
    workerTable(out, job);
    taskTable(out, job);
    eventTable(out, job);
    return out.toString();
  }

  private static String ran(JobView job) {
    if (job.getStartedAt() == 0) {
      return "";
    }
    return ", after "
        + HumanFormat.duration(Duration.ofMillis(job.getFinishedAt() - job.getStartedAt()));
  }

  private String pace(JobView job) {
    if (job.getSecondsPerIteration() <= 0 || ended(job)) {
      return "";
    }
    final String each = ", " + HumanFormat.millis(1000 * job.getSecondsPerIteration()) + " each";
    return RemainingTime.of(job, nowEpochMillis)
        .map(left -> each + ", " + HumanFormat.range(left.least(), left.most()) + " to go")
        .orElse(each);
  }

  private String checkpoints(JobView job) {
    final var view = job.getCheckpoints();
    final String code = view.getCode().isEmpty() ? "" : "; code " + view.getCode();
    if (view.getCount() == 0) {
      return "none" + code;
    }
    return view.getCount()
        + ", the last (generation "
        + view.getLastGeneration()
        + ", "
        + Sizes.format(view.getLastBytes())
        + ") "
        + HumanFormat.duration(Duration.ofMillis(nowEpochMillis - view.getLastAt()))
        + " ago"
        + code;
  }

  private void line(StringBuilder out, String name, String value) {
    if (!value.isEmpty()) {
      out.append("  ")
          .append(TextStyle.QUIET.on(screen, String.format(Locale.ROOT, "%-12s", name)))
          .append(' ')
          .append(value)
          .append('\n');
    }
  }

  private void workerTable(StringBuilder out, JobView job) {
    if (job.getWorkersCount() == 0) {
      return;
    }
    final Table table =
        new Table().right("RANK").left("NODE").left("STATE").left("ROWS").left("COLUMNS");
    for (final WorkerView worker : job.getWorkersList()) {
      table
          .row()
          .cell(worker.getRank())
          .cell(worker.getNode())
          .cell(worker.getState())
          .cell(range(worker.getRowFrom(), worker.getRowTo()))
          .cell(range(worker.getColumnFrom(), worker.getColumnTo()));
    }
    out.append('\n').append(table.render(screen));
  }

  /** Of a message program. */
  private void taskTable(StringBuilder out, JobView job) {
    final List<TaskRow> rows =
        job.getWorkersList().stream()
            .flatMap(worker ->
                worker.getTasksList().stream().map(task -> new TaskRow(worker.getNode(), task)))
            .sorted(Comparator.comparingLong(row -> row.task().getTask()))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    final Table table =
        new Table()
            .right("TASK")
            .left("NODE")
            .left("STATE")
            .right("ITERATIONS")
            .right("SENT")
            .right("RECEIVED")
            .right("MOVES")
            .left("WAITS TO");
    for (final TaskRow row : rows.subList(0, Math.min(TASKS_SHOWN, rows.size()))) {
      table
          .row()
          .cell(row.task().getTask())
          .cell(row.node())
          .cell(row.task().getState())
          .cell(row.task().getIterations())
          .cell(row.task().getSent())
          .cell(row.task().getReceived())
          .cell(row.task().getMoves())
          .cell(row.task().getWaits());
    }
    out.append('\n').append(table.render(screen));
    if (rows.size() > TASKS_SHOWN) {
      out.append("… and ").append(rows.size() - TASKS_SHOWN).append(" more: --json shows all\n");
    }
  }

  private record TaskRow(String node, TaskStatus task) {}

  private static String range(long from, long to) {
    return to > from ? from + "–" + (to - 1) : "–";
  }

  private void eventTable(StringBuilder out, JobView job) {
    final List<EventView> events = job.getEventsList();
    if (events.isEmpty()) {
      return;
    }
    final int skipped = Math.max(0, events.size() - EVENTS_SHOWN);
    final Table table =
        new Table()
            .left("AT")
            .left("EVENT")
            .left("CAUSE")
            .left("METHOD")
            .left("WORKERS")
            .right("MOVED")
            .right("LEAST")
            .right("DOWNTIME")
            .left("OUTCOME");
    for (final EventView event : events.subList(skipped, events.size())) {
      table
          .row()
          .cell(HumanFormat.moment(event.getAt(), zone).substring(11))
          .cell(event.getKind(), TextStyle.STRONG)
          .cell(event.getCause())
          .cell(event.getMethod())
          .cell(event.getFrom() + " → " + event.getTo())
          .cell(Sizes.format(event.getBytesMoved()))
          .cell(Sizes.format(event.getBytesLeast()))
          .cell(HumanFormat.millis(event.getDowntimeMillis()))
          .cell(outcome(event));
    }
    out.append('\n');
    if (skipped > 0) {
      out.append(
              TextStyle.QUIET.on(
                  screen, HumanFormat.count(skipped, "earlier event") + " (--json has all)"))
          .append('\n');
    }
    out.append(table.render(screen));
  }

  /** An event on its own line. */
  static String eventLine(EventView event) {
    final StringBuilder out = new StringBuilder(event.getKind());
    if (!event.getCause().isEmpty()) {
      out.append(" (").append(event.getCause()).append(')');
    }
    if (event.getFrom() != event.getTo()) {
      out.append(", ").append(event.getFrom()).append(" → ");
      out.append(HumanFormat.count(event.getTo(), "worker"));
    }
    if (event.getBytesMoved() > 0) {
      out.append(", ").append(Sizes.format(event.getBytesMoved())).append(" moved");
    }
    if (event.getDowntimeMillis() > 0) {
      out.append(", stood still ").append(HumanFormat.millis(event.getDowntimeMillis()));
    }
    final String outcome = outcome(event);
    return (outcome.isEmpty() ? out : out.append(": ").append(outcome)).toString();
  }

  private static String outcome(EventView event) {
    final StringBuilder out = new StringBuilder(event.getOutcome());
    if (event.getNodesLeftCount() > 0) {
      out.append(out.isEmpty() ? "" : "; ").append("left ");
      out.append(String.join(", ", event.getNodesLeftList()));
    }
    if (event.getNodesJoinedCount() > 0) {
      out.append(out.isEmpty() ? "" : "; ").append("joined ");
      out.append(String.join(", ", event.getNodesJoinedList()));
    }
    if (event.getLostIterations() > 0) {
      out.append("; ")
          .append(HumanFormat.count(event.getLostIterations(), "iteration"))
          .append(" lost");
    }
    return out.toString();
  }
}
