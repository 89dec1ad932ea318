package io.lull.cli.command;

import io.lull.cli.text.JobWords;
import io.lull.cli.text.Progress;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import java.util.HashSet;
import java.util.Set;

/** Follows a job until its end, for a person. */
final class JobFollower {
  private static final String GONE = "the coordinator can't be reached; waiting for it";

  private final CommandEnvironment environment;
  private final Set<String> told = new HashSet<>();
  private Set<EventView> seen = Set.of();
  private String state = "";
  private int drawnLines;

  JobFollower(CommandEnvironment environment) {
    this.environment = environment;
  }

  /** The whole page, drawn again at every change. */
  JobView redrawn(GridClient grid, String job) {
    return grid.watch(job, this::redraw, () -> environment.err().println("lull: " + GONE));
  }

  /** A line for each event, and a progress line in between. */
  JobView inLines(GridClient grid, String job) {
    try (Progress progress = environment.progress()) {
      return grid.watch(job, view -> tell(view, progress), () -> progress.say("lull: " + GONE));
    }
  }

  /** Uses standard error only. */
  JobView quietly(GridClient grid, String job) {
    try (Progress progress = environment.progress()) {
      return grid.watch(
          job,
          view -> progress.show(JobText.progressLine(view)),
          () -> progress.say("lull: " + GONE));
    }
  }

  private void redraw(JobView job) {
    final String page = new JobText(environment).full(job);
    final StringBuilder out = new StringBuilder();
    if (drawnLines > 0) {
      out.append("\u001b[").append(drawnLines).append('A');
    }
    page.lines().forEach(line -> out.append("\r\u001b[2K").append(line).append('\n'));
    out.append("\u001b[J");
    drawnLines = (int) page.lines().count();
    environment.out().print(out);
    environment.out().flush();
  }

  private void tell(JobView job, Progress progress) {
    if (!job.getState().equals(state)) {
      state = job.getState();
      final String remark = JobWords.remark(job);
      progress.close();
      environment
          .out()
          .println(job.getId() + " " + state + (remark.isEmpty() ? "" : ": " + remark) + more(job));
    }
    tellEvents(job, progress);
    environment.out().flush();
    if (!JobText.ended(job)) {
      progress.show(JobText.progressLine(job));
    }
  }

  private static String more(JobView job) {
    return job.getState().equals(JobState.FAILED.wire()) && job.getStartedAt() > 0
        ? " (lull logs " + job.getId() + " has more)"
        : "";
  }

  /** An event is shown once, when its figures are final. */
  private void tellEvents(JobView job, Progress progress) {
    for (final EventView event : job.getEventsList()) {
      final String which = event.getAt() + event.getKind() + event.getEpoch();
      if ((seen.contains(event) || JobText.ended(job)) && told.add(which)) {
        progress.close();
        environment.out().println(job.getId() + "   " + JobText.eventLine(event));
      }
    }
    seen = Set.copyOf(job.getEventsList());
  }
}
