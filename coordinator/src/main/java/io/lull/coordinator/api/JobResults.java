package io.lull.coordinator.api;

import io.lull.coordinator.core.control.LiveLog;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.view.JobViews;
import io.lull.coordinator.file.FileRefusedException;
import io.lull.coordinator.file.FileStore;
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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The results of a job, for as long as they are retained: its outputs, and its log, which is whole
 * if it was stored with them, otherwise the last lines of its workers, running ones included.
 */
public final class JobResults {
  /** The name under which agents send a worker's log. */
  public static final String LOG_FILE = "log.txt";

  private final FileStore files;
  private final LogTailStore tails;
  private final Duration kept;
  private final Function<Job, LiveLog> live;

  /**
   * @param kept for how long after a job's end what it left is kept, if there is room
   * @param live what a job's running workers wrote last; may be waited for
   */
  public JobResults(
      FileStore files, LogTailStore tails, Duration kept, Function<Job, LiveLog> live) {
    this.files = files;
    this.tails = tails;
    this.kept = kept;
    this.live = live;
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
          "the outputs of " + job.id() + " were deleted on " + date(job.outputsDroppedMillis()));
    }
  }

  private static LocalDate date(long epochMillis) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneOffset.UTC);
  }

  /**
   * May wait a moment for what running workers say.
   *
   * @throws RefusedException with one line when there is none
   */
  InputStream log(Job job) throws IOException {
    try {
      return new BufferedInputStream(Files.newInputStream(files.outputFile(job.id(), LOG_FILE)));
    } catch (FileRefusedException e) {
      final LiveLog now = job.ended() ? LiveLog.NONE : live.apply(job);
      // Read last: who ended in between is among these.
      final String text = text(tails.of(job.id()), now);
      if (!text.isEmpty()) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
      }
      throw new RefusedException(RefusedException.Kind.UNTIMELY, none(job));
    }
  }

  private static String none(Job job) {
    if (job.outputsDroppedMillis() > 0) {
      return "the log of "
          + job.id()
          + " was deleted with its outputs on "
          + date(job.outputsDroppedMillis());
    }
    return job.state().ended()
        ? "job " + job.id() + " has no log: its workers wrote nothing"
        : "job " + job.id() + " has no log yet: its workers have written nothing";
  }

  private static String text(List<LogTailRecord> last, LiveLog now) {
    final StringBuilder text = new StringBuilder();
    for (final LogTailRecord tail : last) {
      head(text, tail.getWorker(), tail.getNode(), "ended: " + tail.getReason());
      text.append(tail.getText().stripTrailing()).append('\n');
    }
    final Set<String> ended =
        last.stream().map(LogTailRecord::getWorker).collect(Collectors.toUnmodifiableSet());
    for (final LiveLog.Tail tail : now.tails()) {
      if (!ended.contains(tail.worker())) {
        head(text, tail.worker(), tail.node(), "runs now");
        text.append(tail.text().stripTrailing()).append('\n');
      }
    }
    if (now.leftOut() > 0) {
      text.append("--- ").append(now.leftOut()).append(" more run now, which were not asked\n");
    }
    return text.toString();
  }

  private static void head(StringBuilder text, String worker, String node, String how) {
    text.append("--- ").append(worker).append(" on ").append(node);
    text.append(", which ").append(how).append('\n');
  }
}
