package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobView;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which a list of jobs is narrowed. */
final class JobFilter {
  @Option(
      names = {"-r", "--running"},
      description = "Only jobs that have not ended.")
  private boolean running;

  @Option(names = "--user", paramLabel = "NAME", description = "Only jobs of this user.")
  private @Nullable String user;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only jobs in one of these states, such as running,suspended.")
  private List<String> states = List.of();

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "Only jobs whose name contains this, in upper or lower case.")
  private @Nullable String name;

  @Option(names = "--limit", paramLabel = "N", description = "Only the newest N of these.")
  private @Nullable Integer limit;

  /** Whether jobs that have ended are among those wanted. */
  boolean wantsEnded() {
    return !running;
  }

  /** Before any request. */
  void check() {
    if (user != null) {
      Arguments.member(user);
    }
    wantedStates();
    if (limit != null && limit < 1) {
      throw CommandFailure.badInput("--limit: '" + limit + "' is not a number from 1 on");
    }
  }

  /** In the order in which they are given, the newest last. */
  List<JobView> of(List<JobView> jobs) {
    final Set<String> wanted = wantedStates();
    final Predicate<JobView> fits =
        job ->
            (user == null || job.getUser().equals(user))
                && (wanted.isEmpty() || wanted.contains(job.getState()))
                && (name == null || lower(job.getName()).contains(lower(name)));
    final List<JobView> all = jobs.stream().filter(fits).toList();
    return limit == null ? all : all.subList(Math.max(0, all.size() - limit), all.size());
  }

  private Set<String> wantedStates() {
    final Set<String> wanted = new TreeSet<>();
    for (final String state : states) {
      try {
        wanted.add(JobState.of(state.strip()).wire());
      } catch (IllegalArgumentException e) {
        throw CommandFailure.badInput(
            "--state: '"
                + state
                + "' is not a state of a job; there are "
                + Arrays.stream(JobState.values())
                    .map(JobState::wire)
                    .collect(Collectors.joining(", ")));
      }
    }
    return wanted;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
