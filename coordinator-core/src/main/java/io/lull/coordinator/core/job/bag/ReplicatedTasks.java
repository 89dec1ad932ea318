package io.lull.coordinator.core.job.bag;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.TaskVotes;
import io.lull.coordinator.core.job.TaskVotes.Verdict;
import io.lull.coordinator.core.job.Tasks;
import io.lull.coordinator.core.job.Tasks.Mishap;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.TaskEnded;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the results of tasks that run on several nodes each. */
final class ReplicatedTasks {
  /** Where programs say how long something took, and whatever else is never twice the same. */
  private static final String NOT_COMPARED = ".stderr";

  private ReplicatedTasks() {}

  /**
   * What a result comes to.
   *
   * @param counts whether its files are the task's outputs
   */
  record Conclusion(Tasks tasks, boolean counts) {}

  /**
   * A task's command has ended on a node, and is not to be tried again there.
   *
   * @param files that it wrote
   */
  static Conclusion conclude(
      WorkingCopy job, Dealing dealing, Tasks tasks, TaskEnded end, String node, List<Blob> files) {
    final int replicas = TaskResults.bag(job).getReplicas();
    if (replicas <= 1) {
      return new Conclusion(ended(tasks, end), true);
    }
    final int task = end.getTask().getTask();
    final TaskVotes votes =
        tasks.votes().with(task, new TaskVotes.Vote(node, digest(end.getExitCode(), files)));
    return switch (votes.verdict(task, replicas)) {
      case Verdict.Open _ ->
          new Conclusion(
              TaskResults.returned(job, tasks.with(votes), task, Mishap.REPLICA, ""), false);
      case Verdict.Agreed(Set<String> others) -> {
        others.forEach(other -> avoid(job, dealing, other));
        yield new Conclusion(ended(tasks.with(votes.decided(task, others)), end), true);
      }
      case Verdict.Hopeless(String why) ->
          new Conclusion(tasks.with(votes.decided(task, Set.of())).failing(task, why), false);
    };
  }

  private static Tasks ended(Tasks tasks, TaskEnded end) {
    return end.getExitCode() == 0
        ? tasks.doneWell()
        : tasks.failing(end.getTask().getTask(), end.getError());
  }

  private static ByteString digest(int exitCode, List<Blob> files) {
    final StringBuilder all = new StringBuilder().append(exitCode).append('\n');
    files.stream()
        .filter(file -> !file.getName().endsWith(NOT_COMPARED))
        .sorted(Comparator.comparing(Blob::getName))
        .forEach(
            file -> all.append(file.getName()).append('\n').append(file.getSha256()).append('\n'));
    try {
      return ByteString.copyFrom(
          MessageDigest.getInstance("SHA-256")
              .digest(all.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /** The job has no use for it for a while: what else it says may be wrong, too. */
  private static void avoid(WorkingCopy job, Dealing dealing, String node) {
    job.avoid(node);
    job.usableOn(node)
        .ifPresent(worker -> {
          final @Nullable TaskAssignment assignment = dealing.assignments().get(worker.id());
          ChangeRecords.handLost(
              job,
              node,
              EventCause.FAILURE,
              TaskResults.livingAssignments(job, dealing),
              assignment == null ? 0 : assignment.dealt().size());
          job.end(worker, "its results are not those of most other nodes");
        });
  }
}
