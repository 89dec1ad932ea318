package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Change;
import io.lull.coordinator.job.Phase.Changing;
import io.lull.coordinator.job.Phase.Finishing;
import io.lull.coordinator.job.Phase.Forming;
import io.lull.coordinator.job.Phase.Gathering;
import io.lull.coordinator.job.Phase.Preparing;
import io.lull.coordinator.job.Phase.Rebuild;
import io.lull.coordinator.job.Phase.Relearning;
import io.lull.coordinator.job.Phase.Running;
import io.lull.coordinator.job.Phase.Staging;
import io.lull.coordinator.job.Phase.Suspending;
import io.lull.protocol.wire.HeldPiece;
import io.lull.protocol.wire.RunningWorker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Agents that come back: after a short cut, or after the coordinator itself was away. */
final class Returning {
  private Returning() {}

  static void relearn(Draft draft) {
    final Phase before =
        draft.phase instanceof Relearning relearning ? relearning.before() : draft.phase;
    switch (before) {
      case Phase.Awaiting awaiting -> {}
      case Phase.Queued queued -> {}
      case Phase.Suspended suspended -> {}
      case Phase.Over over -> {}
      default ->
          draft.phase =
              new Relearning(
                  before,
                  draft.workers().stream()
                      .filter(w -> w.state() != WorkerState.ENDING)
                      .map(Worker::node)
                      .collect(Collectors.toSet()),
                  draft.now + Limits.RELEARN_MILLIS);
    }
  }

  /** Compares what the node has with what the job knows. */
  static void returned(Draft draft, JobEvent.NodeReturned node) {
    draft.generations =
        draft.generations.at(
            draft
                .generations
                .holders()
                .with(
                    draft.generations.holders().addresses().containsKey(node.node())
                            || draft.occupied(node.node())
                        ? Stream.of(
                            new PlacedNode(
                                node.node(), node.host(), node.piecePort(), 1.0, List.of()))
                        : Stream.empty()));
    final Map<String, RunningWorker> running = new HashMap<>();
    node.workers().forEach(worker -> running.put(worker.getWorker(), worker));
    for (final Worker worker : draft.workers()) {
      if (worker.node().equals(node.node())) {
        compare(draft, worker, running.remove(worker.id()));
      }
    }
    running
        .keySet()
        .forEach(id -> draft.order(node.node(), Orders.end(id, "nobody wants it any more")));
    dropOld(draft, node);
  }

  private static void compare(Draft draft, Worker worker, @Nullable RunningWorker running) {
    if (running == null) {
      // Its start may have been lost, or it ended already: a new worker is started under a name of
      // its own.
      draft.remove(worker);
      if (worker.state() == WorkerState.READY || worker.state() == WorkerState.MEMBER) {
        draft.ledger =
            draft.ledger.with(
                draft
                    .ledger
                    .faults()
                    .because(
                        "the worker on " + worker.node() + " was gone when its agent came back"));
      }
    } else if (worker.state() == WorkerState.ENDING) {
      draft.order(worker.node(), Orders.end(worker.id(), "nobody wants it any more"));
    } else if (worker.state() == WorkerState.STARTING && !running.getHost().isEmpty()) {
      draft.put(
          worker.listening(running.getHost(), running.getPort()).as(WorkerState.READY, draft.now));
    }
  }

  private static void dropOld(Draft draft, JobEvent.NodeReturned node) {
    if (node.pieces().isEmpty()) {
      return;
    }
    if (draft.phase instanceof Phase.Over) {
      draft.order(node.node(), Orders.dropAll(draft.terms));
      return;
    }
    final Generations.Pending pending = draft.generations.pending();
    final long newest = draft.generations.newest();
    final long oldest =
        draft.generations.committed().isEmpty()
            ? 0
            : draft.generations.committed().getFirst().number();
    final Set<Long> generations =
        node.pieces().stream()
            .map(HeldPiece::getGeneration)
            .collect(Collectors.toCollection(TreeSet::new));
    if (generations.stream().anyMatch(g -> g < oldest)) {
      draft.order(node.node(), Orders.dropBefore(draft.terms, oldest, newest));
    }
    generations.stream()
        .filter(g -> g >= oldest && draft.generations.find(g).isEmpty())
        .filter(g -> pending == null || pending.number() != g)
        .forEach(g -> draft.order(node.node(), Orders.dropGivenUp(draft.terms, g, newest)));
  }

  static void advance(Draft draft, Relearning relearning) {
    if (!relearning.awaited().isEmpty() && draft.now < relearning.deadlineMillis()) {
      return;
    }
    relearning.awaited().forEach(node -> Crew.nodeLost(draft, node));
    for (final Worker worker : draft.workers()) {
      if (worker.state() == WorkerState.STARTING) {
        draft.put(
            new Worker(
                worker.id(),
                worker.number(),
                worker.node(),
                worker.state(),
                worker.host(),
                worker.port(),
                new Worker.Since(worker.since().claim(), draft.now, draft.now)));
      } else if (worker.state() == WorkerState.LEAVING) {
        draft.tell(worker, Orders.proceed(draft.course.epoch()));
      }
    }
    switch (relearning.before()) {
      case Forming forming -> draft.phase = forming.at(new Gathering(draft.now, 0, true));
      case Phase.Dealing dealing -> {
        draft.phase = dealing;
        dealing.hands().values().stream()
            .map(Hand::node)
            .distinct()
            .forEach(node -> Dealer.resend(draft, dealing, node));
      }
      case Finishing finishing -> {
        draft.phase =
            new Finishing(
                finishing.worker(), finishing.failures(), draft.now + Limits.OUTPUTS_MILLIS);
        Ending.order(draft, finishing.worker());
      }
      case Changing changing
          when changing.attempt() != null
              && changing.attempt().goesBack()
              && Crew.missing(draft).isEmpty() -> {
        keepPending(draft);
        Retreat.anew(draft, changing, changing.attempt());
      }
      case Running running -> compute(draft, running.finishing());
      default -> compute(draft, false);
    }
  }

  /** Whatever was prepared or held is settled by the epoch in force. */
  private static void compute(Draft draft, boolean finishing) {
    draft.phase =
        new Running(draft.now, finishing || !draft.course.completed().isEmpty(), null, Change.NONE);
    if (!Crew.missing(draft).isEmpty()) {
      return;
    }
    keepPending(draft);
    Computing.proceed(draft);
  }

  /** A checkpoint of which only the keeping is left is kept. */
  private static void keepPending(Draft draft) {
    final Generations.Pending pending = draft.generations.pending();
    if (pending == null) {
      return;
    }
    if (!pending.allCaptured()) {
      Checkpoints.abandon(draft);
      return;
    }
    draft.generations =
        draft.generations.taking(pending.until(draft.now + Limits.CHECKPOINT_MILLIS));
    Draft.nodesOf(pending.layout()).forEach(node -> Coding.resend(draft, node));
  }

  /** Sends a node again what its workers still wait for. */
  static void resend(Draft draft, String node) {
    Coding.resend(draft, node);
    if (draft.phase instanceof Phase.Dealing dealing) {
      Dealer.resend(draft, dealing, node);
      return;
    }
    for (final Worker worker : draft.workers()) {
      if (!worker.node().equals(node)) {
        continue;
      }
      if (worker.state() == WorkerState.LEAVING) {
        draft.tell(worker, Orders.proceed(draft.course.epoch()));
      } else if (worker.state().usable()) {
        resend(draft, worker);
      }
    }
  }

  private static void resend(Draft draft, Worker worker) {
    final boolean member = worker.state() == WorkerState.MEMBER;
    switch (draft.phase) {
      case Running running -> {
        final Halt halt = running.halt();
        if (member && halt != null) {
          if (askAnew(draft, worker, halt)) {
            draft.phase = running.halting(Computing.propose(draft));
          }
        } else if (member) {
          resendToMember(draft, worker);
        }
      }
      case Changing changing -> {
        final Attempt attempt = changing.attempt();
        if (attempt != null) {
          resend(draft, worker, attempt);
        } else if (member && askAnew(draft, worker, changing.halt())) {
          draft.phase = new Changing(changing.change(), Computing.propose(draft), null);
        }
      }
      case Suspending suspending -> {
        if (member && suspending.captured()) {
          resendToMember(draft, worker);
        } else if (member && askAnew(draft, worker, suspending.halt())) {
          draft.phase = new Suspending(suspending.cause(), Computing.propose(draft), false);
        }
      }
      case Forming forming -> {
        switch (forming.stage()) {
          case Gathering gathering -> {}
          case Rebuild rebuild -> Rebuilding.resend(draft, rebuild, worker.node());
          case Staging staging -> {
            if (staging.awaited().contains(worker.id())) {
              draft.order(
                  worker.node(),
                  Orders.stage(
                      draft.terms,
                      worker.id(),
                      staging.generation(),
                      Pieces.locations(
                          draft, staging.fetches().getOrDefault(worker.id(), List.of()))));
            }
          }
          case Preparing preparing -> resend(draft, worker, preparing.attempt());
        }
      }
      case Finishing finishing -> {
        if (finishing.worker().equals(worker.id())) {
          Ending.order(draft, worker.id());
        }
      }
      default -> {}
    }
  }

  private static void resend(Draft draft, Worker worker, Attempt attempt) {
    if (attempt.awaited().contains(worker.id()) && !attempt.prepared().containsKey(worker.id())) {
      draft.tell(worker, Orders.reconfigure(attempt.order()));
    }
  }

  private static void resendToMember(Draft draft, Worker worker) {
    final Generations.Pending pending = draft.generations.pending();
    final boolean captures =
        pending != null && (pending.hold() || !pending.captured().containsKey(worker.id()));
    if (!captures) {
      draft.tell(worker, Orders.proceed(draft.course.epoch()));
    }
    if (pending != null) {
      final Set<String> told = new TreeSet<>();
      for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
        if (pending.layout().getMembers(rank).getWorker().equals(worker.id())) {
          Checkpoints.orderRank(draft, pending, rank, told);
        }
      }
    }
  }

  /**
   * What a worker did not answer it may not have heard, or the answer is on its way: all are let go
   * and asked anew, so that no answer to the first question is taken for one to the second.
   */
  private static boolean askAnew(Draft draft, Worker worker, Halt halt) {
    if (halt.answers().containsKey(worker.id())) {
      return false;
    }
    Computing.proceed(draft);
    return true;
  }
}
