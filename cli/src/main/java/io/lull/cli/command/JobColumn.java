package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.JobWords;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.wire.JobView;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A column of the list of jobs. */
enum JobColumn {
  JOB,
  NAME,
  STATE,
  WORKERS,
  DONE,
  ITERATION,
  SUBMITTED,
  STARTED,
  ENDED,
  PRIORITY,
  USER,
  REMARK;

  /** What is shown unless others are asked for. */
  static final List<JobColumn> USUAL =
      List.of(JOB, NAME, STATE, WORKERS, DONE, ITERATION, SUBMITTED, USER, REMARK);

  /** With names as the command line has them. */
  static List<JobColumn> named(List<String> names) {
    return names.stream().map(JobColumn::named).toList();
  }

  private static JobColumn named(String name) {
    return Arrays.stream(values())
        .filter(column -> column.name().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.badInput(
                "--columns: '"
                    + name
                    + "' is not a column; there are "
                    + Arrays.stream(values())
                        .map(column -> column.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))));
  }

  static Table table(List<JobColumn> columns, List<JobView> jobs, ZoneId zone) {
    final Table table = new Table();
    for (final JobColumn column : columns) {
      if (column == WORKERS || column == DONE || column == ITERATION || column == PRIORITY) {
        table.right(column.name());
      } else {
        table.left(column.name());
      }
    }
    for (final JobView job : jobs) {
      final Table.Row row = table.row();
      columns.forEach(column -> row.cell(column.text(job, zone), column.style(job)));
    }
    return table;
  }

  private String text(JobView job, ZoneId zone) {
    return switch (this) {
      case JOB -> job.getId();
      case NAME -> job.getName();
      case STATE -> job.getState();
      case WORKERS -> JobWords.workers(job);
      case DONE -> HumanFormat.percent(job.getProgress());
      case ITERATION -> JobWords.iteration(job);
      case SUBMITTED -> moment(job.getSubmittedAt(), zone);
      case STARTED -> moment(job.getStartedAt(), zone);
      case ENDED -> moment(job.getFinishedAt(), zone);
      case PRIORITY -> Integer.toString(job.getPriority());
      case USER -> job.getUser();
      case REMARK -> JobWords.remark(job);
    };
  }

  private static String moment(long epochMillis, ZoneId zone) {
    return epochMillis == 0 ? "–" : HumanFormat.moment(epochMillis, zone);
  }

  private TextStyle style(JobView job) {
    return switch (this) {
      case JOB -> TextStyle.STRONG;
      case STATE -> TextStyle.ofState(job.getState());
      default -> TextStyle.PLAIN;
    };
  }
}
