package io.lull.client.submit;

import static io.lull.client.submit.JobChecks.parse;
import static io.lull.client.submit.JobChecks.require;

import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.WorkerRange;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options for what can be changed after submission, too; the first error has one line. */
public final class TermOptions {
  private static final int MOST_WORKERS = 1000;
  private static final int PRIORITY_LIMIT = 100;
  private static final Pattern WORKERS = Pattern.compile("(\\d{1,9})(?::(\\d{1,9}))?");

  private TermOptions() {}

  /**
   * @param text {@code MIN:MAX} or {@code N}
   */
  public static WorkerRange workers(String text) {
    final Matcher m = WORKERS.matcher(text.strip());
    require(m.matches(), "--workers: '" + text + "' must be MIN:MAX or N, such as 2:8 or 4");
    final int least = Integer.parseInt(m.group(1));
    final int greatest = m.group(2) == null ? least : Integer.parseInt(m.group(2));
    require(least >= 1, "--workers: the minimum must be at least 1, not " + least);
    require(
        least <= greatest,
        "--workers: the minimum, "
            + least
            + ", is above the maximum, "
            + greatest
            + ": write MIN:MAX, such as "
            + greatest
            + ":"
            + least);
    require(greatest <= MOST_WORKERS, "--workers: a job may have at most " + MOST_WORKERS);
    return WorkerRange.newBuilder().setLeast(least).setGreatest(greatest).build();
  }

  public static int priority(String text) {
    final int priority = parse("--priority", text, JobChecks::integer);
    require(
        Math.abs(priority) <= PRIORITY_LIMIT,
        "--priority: from -" + PRIORITY_LIMIT + " to " + PRIORITY_LIMIT + ", not " + priority);
    return priority;
  }

  public static Duration timeLimit(String text) {
    final Duration most = parse("--time-limit", text, Durations::parse);
    require(!most.isZero() && !most.isNegative(), "--time-limit must be positive, not " + text);
    return most;
  }
}
