package io.lull.coordinator.api;

import io.lull.coordinator.control.RefusedException;
import io.lull.coordinator.file.FileRefusedException;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.job.Job;
import io.lull.coordinator.store.LogTailStore;
import io.lull.protocol.records.LogTailRecord;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/** A job's log: whole when it came with the outputs, else the last words of its workers. */
public final class JobLogs {
  /** The name under which agents send a worker's log. */
  public static final String LOG_FILE = "log.txt";

  private final FileStore files;
  private final LogTailStore tails;

  public JobLogs(FileStore files, LogTailStore tails) {
    this.files = files;
    this.tails = tails;
  }

  InputStream open(Job job) throws IOException {
    try {
      return new BufferedInputStream(Files.newInputStream(files.outputFile(job.id(), LOG_FILE)));
    } catch (FileRefusedException e) {
      final List<LogTailRecord> last = tails.of(job.id());
      if (!last.isEmpty()) {
        return new ByteArrayInputStream(text(last).getBytes(StandardCharsets.UTF_8));
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
