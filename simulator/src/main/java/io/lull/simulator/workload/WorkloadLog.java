package io.lull.simulator.workload;

import io.lull.simulator.trace.RejectedLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Jobs from a file in the Standard Workload Format of the Parallel Workloads Archive (S. Chapin and
 * others, <i>Benchmarks and standards for the evaluation of parallel job schedulers</i>, 1999): 18
 * numbers a line, -1 for what is not known, comments after a semicolon.
 *
 * @param jobs in the order of their submission
 * @param guessed how many of them have no request of a time: the time that they took stands for it
 * @param beganMillis when second 0 was, in epoch milliseconds; empty: the log does not say
 */
public record WorkloadLog(
    List<LoggedJob> jobs, int guessed, RejectedLines rejects, OptionalLong beganMillis) {
  private static final int FIELDS = 18;
  private static final int SUBMIT = 1;
  private static final int RUN = 3;
  private static final int USED = 4;
  private static final int ASKED = 7;
  private static final int REQUESTED = 8;
  private static final Pattern BEGAN = Pattern.compile(";\\s*UnixStartTime:\\s*(\\d{1,12})\\s*");
  private static final long MILLIS = 1000;

  /** What the command's memory holds: ten times what one machine runs in a year. */
  public static final int MOST_JOBS = 300_000;

  public WorkloadLog {
    jobs = List.copyOf(jobs);
  }

  /**
   * Jobs that never ran are left out, as they used nothing.
   *
   * @param name of what is read, for messages
   * @throws IllegalArgumentException with one line when it has no job
   */
  public static WorkloadLog read(BufferedReader lines, String name) throws IOException {
    final RejectedLines.Collector rejects = new RejectedLines.Collector(name);
    final List<LoggedJob> jobs = new ArrayList<>();
    OptionalLong began = OptionalLong.empty();
    int guessed = 0;
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      final String text = line.strip();
      final Matcher header = BEGAN.matcher(text);
      if (header.matches()) {
        began = OptionalLong.of(Long.parseLong(header.group(1)) * MILLIS);
      }
      if (text.isEmpty() || text.startsWith(";")) {
        continue;
      }
      final long @Nullable [] fields = fields(text);
      if (fields == null) {
        rejects.add(number, "it has not " + FIELDS + " numbers");
        continue;
      }
      final long processors = fields[USED] > 0 ? fields[USED] : fields[ASKED];
      if (processors <= 0 || processors > Integer.MAX_VALUE || fields[SUBMIT] < 0) {
        rejects.add(number, "the job has no processors, or no time of submission");
      } else if (fields[RUN] <= 0) {
        rejects.add(number, "the job did not run");
      } else {
        guessed += fields[REQUESTED] > 0 ? 0 : 1;
        jobs.add(
            new LoggedJob(
                jobs.size() + 1,
                fields[SUBMIT],
                fields[RUN],
                (int) processors,
                Math.max(fields[RUN], fields[REQUESTED])));
      }
      if (jobs.size() > MOST_JOBS) {
        throw new IllegalArgumentException(name + " has more than " + MOST_JOBS + " jobs");
      }
    }
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has no job in the Standard Workload Format: 18 numbers a line");
    }
    jobs.sort(
        Comparator.comparingLong(LoggedJob::submitSeconds).thenComparingInt(LoggedJob::number));
    return new WorkloadLog(jobs, guessed, rejects.all(), began);
  }

  private static long @Nullable [] fields(String line) {
    final String[] words = line.split("\\s+");
    if (words.length != FIELDS) {
      return null;
    }
    final long[] fields = new long[FIELDS];
    try {
      for (int i = 0; i < FIELDS; i++) {
        fields[i] = Math.round(Double.parseDouble(words[i]));
      }
    } catch (NumberFormatException e) {
      return null;
    }
    return fields;
  }
}
