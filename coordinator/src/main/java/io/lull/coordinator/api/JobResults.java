package io.lull.coordinator.api;

import io.lull.coordinator.control.RefusedException;
import io.lull.coordinator.file.FileRefusedException;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobViews;
import io.lull.coordinator.store.LogTailStore;
import io.lull.protocol.records.LogTailRecord;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.OutputList;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What a job leaves, as long as it is kept: its outputs, and its log, whole when it came with them,
 * else the last words of its workers.
 */
public final class JobResults {
  /** The name under which agents send a worker's log. */
  public static final String LOG_FILE = "log.txt";

  private final FileStore files;
  private final LogTailStore tails;
  private final Duration kept;

  /**
   * @param kept for how long after a job's end what it left is kept, if there is room
   */
  public JobResults(FileStore files, LogTailStore tails, Duration kept) {
    this.files = files;
    this.tails = tails;
    this.kept = kept;
  }

  /** A job as its user sees it. */
  JobView view(Job job) {
    final JobView view = JobViews.of(job);
    return job.ended() && view.getOutputsCount() > 0
        ? view.toBuilder().setOutputsKeptUntil(job.endedMillis() + kept.toMillis()).build()
        : view;
  }

  /**
   * @throws RefusedException with one line when they were dropped
   */
  OutputList outputs(Job job) {
    refuseDropped(job);
    return OutputList.newBuilder().addAllFiles(JobViews.outputs(job)).build();
  }

  /**
   * @throws RefusedException with one line when they were dropped
   */
  static void refuseDropped(Job job) {
    if (job.outputsDroppedMillis() > 0) {
      throw new RefusedException(
          RefusedException.Kind.UNTIMELY,
          "the outputs of " + job.id() + " were dropped on " + date(job.outputsDroppedMillis()));
    }
  }

  private static LocalDate date(long epochMillis) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneOffset.UTC);
  }

  InputStream log(Job job) throws IOException {
    try {
      return new BufferedInputStream(Files.newInputStream(files.outputFile(job.id(), LOG_FILE)));
    } catch (FileRefusedException e) {
      final List<LogTailRecord> last = tails.of(job.id());
      if (!last.isEmpty()) {
        return new ByteArrayInputStream(text(last).getBytes(StandardCharsets.UTF_8));
      }
      if (job.outputsDroppedMillis() > 0) {
        throw new RefusedException(
            RefusedException.Kind.UNTIMELY,
            "the log of "
                + job.id()
                + " was dropped with its outputs on "
                + date(job.outputsDroppedMillis()));
      }
      throw new RefusedException(
          RefusedException.Kind.UNTIMELY,
          job.state().ended()
              ? "job " + job.id() + " left no log: none of its workers said anything"
              : "the log of job " + job.id() + " comes with its end");
    }
  }

  private static String text(List<LogTailRecord> last) {
    final StringBuilder text = new StringBuilder();
    for (final LogTailRecord tail : last) {
      text.append("--- ")
          .append(tail.getWorker())
          .append(" on ")
          .append(tail.getNode())
          .append(", which ended: ")
          .append(tail.getReason())
          .append('\n')
          .append(tail.getText().stripTrailing())
          .append('\n');
    }
    return text.toString();
  }
}
