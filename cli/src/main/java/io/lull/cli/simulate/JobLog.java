package io.lull.cli.simulate;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A grid's jobs in the Standard Workload Format (S. Chapin and others, <i>Benchmarks and standards
 * for the evaluation of parallel job schedulers</i>, 1999), which {@code lull simulate} reads. A
 * job's number of workers may have changed all the time: its run time is what its node-seconds
 * would have been on all the workers that it could use. Users are numbers, in the order of their
 * first jobs.
 */
public final class JobLog {
  private static final long MILLIS = 1000;
  private static final String UNKNOWN = "-1";

  private final long beginMillis;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Integer> users = new HashMap<>();
  private int leftOut;

  /**
   * @param jobs all that are known
   * @param nodeSeconds that each has used, by job
   * @param beginMillis those that were submitted before, in epoch milliseconds, are not meant
   */
  public JobLog(List<JobView> jobs, Map<String, Double> nodeSeconds, long beginMillis) {
    this.beginMillis = beginMillis;
    jobs.stream()
        .filter(job -> job.getSubmittedAt() >= beginMillis)
        .sorted(Comparator.comparingLong(JobView::getSubmittedAt).thenComparing(JobView::getId))
        .forEach(job -> add(job, nodeSeconds.getOrDefault(job.getId(), 0.0)));
  }

  private void add(JobView job, double nodeSeconds) {
    final JobState state = JobState.of(job.getState());
    final int processors = Math.max(1, job.getMaxWorkers());
    final long run = Math.round(nodeSeconds / processors);
    if (!state.ended() || run < 1) {
      leftOut++;
      return;
    }
    final int user = users.computeIfAbsent(job.getUser(), _ -> users.size() + 1);
    lines.add(
        String.join(
            " ",
            String.valueOf(lines.size() + 1),
            String.valueOf((job.getSubmittedAt() - beginMillis) / MILLIS),
            String.valueOf((job.getStartedAt() - job.getSubmittedAt()) / MILLIS),
            String.valueOf(run),
            String.valueOf(processors),
            UNKNOWN,
            UNKNOWN,
            String.valueOf(processors),
            job.getLimitMillis() > 0 ? String.valueOf(job.getLimitMillis() / MILLIS) : UNKNOWN,
            UNKNOWN,
            status(state),
            String.valueOf(user),
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN));
  }

  private static String status(JobState state) {
    return switch (state) {
      case FINISHED -> "1";
      case CANCELLED -> "5";
      default -> "0";
    };
  }

  /** How many jobs it has. */
  public int jobs() {
    return lines.size();
  }

  /** How many users they are of. */
  public int users() {
    return users.size();
  }

  /** Jobs of that time that have not ended, or never had a node for half a second. */
  public int leftOut() {
    return leftOut;
  }

  /** The whole file. */
  public String swf() {
    final StringBuilder file =
        new StringBuilder()
            .append("; Version: 2.2\n")
            .append("; Computer: workstations shared by Lull\n")
            .append("; UnixStartTime: ")
            .append(beginMillis / MILLIS)
            .append("\n; StartTime: ")
            .append(Instant.ofEpochMilli(beginMillis))
            .append("\n; MaxJobs: ")
            .append(lines.size())
            .append(
                "\n; Note: run times are node-seconds by the processors that a job could use\n");
    lines.forEach(line -> file.append(line).append('\n'));
    return file.toString();
  }
}
