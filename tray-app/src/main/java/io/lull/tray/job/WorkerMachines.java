package io.lull.tray.job;

import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.WorkerView;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A job's machines, with what is known of their owners. */
final class WorkerMachines {
  private final Phrases phrases;
  private final Texts texts;

  WorkerMachines(JobTexts words) {
    this.phrases = words.phrases();
    this.texts = words.texts();
  }

  List<WorkerMachine> of(JobView job, Map<String, NodeView> nodes) {
    final double whole = whole(job);
    return job.getWorkersList().stream()
        .map(worker ->
            new WorkerMachine(
                worker.getRank(),
                worker.getNode(),
                doing(worker),
                owner(state(worker, nodes)),
                tone(worker, state(worker, nodes)),
                whole > 0 && size(job, worker) > 0
                    ? phrases.percent(size(job, worker) / whole)
                    : ""))
        .toList();
  }

  private String doing(WorkerView worker) {
    final String state = word("worker." + worker.getState(), worker.getState());
    return worker.getTasksCount() == 0
        ? state
        : texts.say("worker.tasks", state, worker.getTasksCount());
  }

  Partition partition(JobView job, Map<String, NodeView> nodes) {
    final List<WorkerView> owners =
        job.getWorkersList().stream()
            .filter(worker -> worker.getRank() >= 0 && size(job, worker) > 0)
            .sorted(Comparator.comparingInt(WorkerView::getRank))
            .toList();
    final double whole = whole(job);
    final boolean inPlace = job.getRows() > 0 && job.getColumns() > 0;
    final List<Partition.Part> parts = new ArrayList<>();
    double top = 0;
    for (final WorkerView worker : owners) {
      final double share = size(job, worker) / whole;
      final Optional<NodeState> state = state(worker, nodes);
      parts.add(
          inPlace
              ? new Partition.Part(
                  worker.getRank(),
                  worker.getNode(),
                  tone(worker, state),
                  owner(state),
                  share,
                  (double) worker.getColumnFrom() / job.getColumns(),
                  (double) worker.getRowFrom() / job.getRows(),
                  (double) (worker.getColumnTo() - worker.getColumnFrom()) / job.getColumns(),
                  (double) (worker.getRowTo() - worker.getRowFrom()) / job.getRows())
              : new Partition.Part(
                  worker.getRank(),
                  worker.getNode(),
                  tone(worker, state),
                  owner(state),
                  share,
                  0,
                  top,
                  1,
                  share));
      top += share;
    }
    return new Partition(parts, inPlace, inPlace ? (double) job.getColumns() / job.getRows() : 1);
  }

  private static double whole(JobView job) {
    return job.getWorkersList().stream().mapToDouble(worker -> size(job, worker)).sum();
  }

  /** In cells; in weight for cyclic distributions. */
  private static double size(JobView job, WorkerView worker) {
    if (job.hasTasks()) {
      return 0;
    }
    return job.getRows() > 0 && job.getColumns() > 0
        ? (double) (worker.getRowTo() - worker.getRowFrom())
            * (worker.getColumnTo() - worker.getColumnFrom())
        : worker.getWeight();
  }

  private static Optional<NodeState> state(WorkerView worker, Map<String, NodeView> nodes) {
    return Optional.ofNullable(nodes.get(worker.getNode()))
        .flatMap(node ->
            Stream.of(NodeState.values())
                .filter(state -> state.wire().equals(node.getState()))
                .findFirst());
  }

  private String owner(Optional<NodeState> state) {
    return state.map(known -> texts.say("owner." + known.wire())).orElse("");
  }

  /** The machine's colour shows at once where an owner is back. */
  private static Tone tone(WorkerView worker, Optional<NodeState> state) {
    return switch (state.orElse(NodeState.RUNNING)) {
      case OWNER, SUSPENDED, VACATING, DRAINED -> Tone.CARE;
      case OFFLINE -> Tone.BAD;
      case AVAILABLE, CLAIMED -> worker.getRank() < 0 ? Tone.QUIET : Tone.BUSY;
      case RUNNING -> worker.getRank() < 0 ? Tone.QUIET : Tone.BUSY;
    };
  }

  private String word(String key, String otherwise) {
    return texts.knows(key) ? texts.say(key) : otherwise;
  }
}
