package io.lull.coordinator.core.job.machine;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Awaiting;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Changing;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.Phase.Finishing;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Gathering;
import io.lull.coordinator.core.job.Phase.Over;
import io.lull.coordinator.core.job.Phase.Preparing;
import io.lull.coordinator.core.job.Phase.Queued;
import io.lull.coordinator.core.job.Phase.Rebuild;
import io.lull.coordinator.core.job.Phase.Relearning;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.Phase.Staging;
import io.lull.coordinator.core.job.Phase.Suspended;
import io.lull.coordinator.core.job.Phase.Suspending;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.SafePointProposal;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.bag.DealingHandler;
import io.lull.coordinator.core.job.change.Rollback;
import io.lull.coordinator.core.job.checkpoint.ParityMaking;
import io.lull.coordinator.core.job.checkpoint.PendingGeneration;
import io.lull.coordinator.core.job.ending.FinishingHandler;
import io.lull.coordinator.core.job.forming.RebuildHandler;
import io.lull.coordinator.core.job.forming.StagingHandler;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.coordinator.core.job.workforce.WorkerLoss;
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
public final class AgentReturn {
  private AgentReturn() {}

  /** The coordinator knows the job from its store only: its agents are waited for. */
  public static Transition relearn(WorkingCopy job) {
    final Phase before =
        job.phase() instanceof Relearning relearning ? relearning.before() : job.phase();
    return switch (before) {
      case Awaiting _, Queued _, Suspended _, Over _, Relearning _ -> Transition.stay();
      case Forming _, Running _, Changing _, Suspending _, Finishing _, Dealing _ ->
          Transition.to(
              new Relearning(
                  before,
                  job.workers().stream()
                      .filter(w -> w.state() != WorkerState.ENDING)
                      .map(Worker::node)
                      .collect(Collectors.toSet()),
                  job.now() + Limits.RELEARN_MILLIS));
    };
  }

  /** What is waited for while agents come back, once the event is taken. */
  public static Relearning awaiting(Relearning relearning, Phase before, JobEvent event) {
    final Set<String> awaited =
        switch (event) {
          case JobEvent.NodeReturned returned -> without(relearning.awaited(), returned.node());
          case JobEvent.NodeLost lost -> without(relearning.awaited(), lost.node());
          default -> relearning.awaited();
        };
    return new Relearning(before, awaited, relearning.deadlineMillis());
  }

  private static Set<String> without(Set<String> nodes, String node) {
    return nodes.stream().filter(n -> !n.equals(node)).collect(Collectors.toUnmodifiableSet());
  }

  /** Compares what the node has with what the job knows. */
  public static void returned(WorkingCopy job, JobEvent.NodeReturned node) {
    job.put(
        job.generations()
            .at(
                job.generations()
                    .holders()
                    .with(
                        job.generations().holders().addresses().containsKey(node.node())
                                || job.occupied(node.node())
                            ? Stream.of(
                                new PlacedNode(
                                    node.node(), node.host(), node.piecePort(), 1.0, List.of()))
                            : Stream.empty())));
    final Map<String, RunningWorker> running = new HashMap<>();
    node.workers().forEach(worker -> running.put(worker.getWorker(), worker));
    for (final Worker worker : job.workers()) {
      if (worker.node().equals(node.node())) {
        compare(job, worker, running.remove(worker.id()));
      }
    }
    running
        .keySet()
        .forEach(id -> job.order(node.node(), Orders.end(id, "the job does not need it any more")));
    dropOld(job, node);
  }

  private static void compare(WorkingCopy job, Worker worker, @Nullable RunningWorker running) {
    if (running == null) {
      // Its start may have been lost, or it ended already: a new worker is started under a name of
      // its own.
      job.remove(worker);
      if (worker.state() == WorkerState.READY || worker.state() == WorkerState.MEMBER) {
        job.fault("the worker on " + worker.node() + " was gone when its agent came back");
      }
    } else if (worker.state() == WorkerState.ENDING) {
      job.order(worker.node(), Orders.end(worker.id(), "the job does not need it any more"));
    } else if (worker.state() == WorkerState.GHOST && !running.getHost().isEmpty()) {
      job.put(worker.listening(running.getHost(), running.getPort()));
    } else if (worker.state() == WorkerState.STARTING && !running.getHost().isEmpty()) {
      job.put(
          worker.listening(running.getHost(), running.getPort()).as(WorkerState.READY, job.now()));
    }
  }

  private static void dropOld(WorkingCopy job, JobEvent.NodeReturned node) {
    if (node.pieces().isEmpty()) {
      return;
    }
    if (job.phase() instanceof Over) {
      job.order(node.node(), Orders.dropAll(job.terms()));
      return;
    }
    final Generations.Pending pending = job.generations().pending();
    final long newest = job.generations().newest();
    final long oldest =
        job.generations().committed().isEmpty()
            ? 0
            : job.generations().committed().getFirst().number();
    final Set<Long> generations =
        node.pieces().stream()
            .map(HeldPiece::getGeneration)
            .collect(Collectors.toCollection(TreeSet::new));
    if (generations.stream().anyMatch(g -> g < oldest)) {
      job.order(node.node(), Orders.dropBefore(job.terms(), oldest, newest));
    }
    generations.stream()
        .filter(g -> g >= oldest && job.generations().find(g).isEmpty())
        .filter(g -> pending == null || pending.number() != g)
        .forEach(g -> job.order(node.node(), Orders.dropGivenUp(job.terms(), g, newest)));
  }

  /**
   * @param atTick a tick comes after all that has arrived: before it an agent that is late may be
   *     among the next
   */
  public static Transition advance(WorkingCopy job, Relearning relearning, boolean atTick) {
    final boolean tooLate = atTick && job.now() >= relearning.deadlineMillis();
    if (!relearning.awaited().isEmpty() && !tooLate) {
      return Transition.stay();
    }
    relearning.awaited().forEach(node -> WorkerLoss.nodeLost(job, node));
    for (final Worker worker : job.workers()) {
      if (worker.state() == WorkerState.STARTING) {
        job.put(
            new Worker(
                worker.id(),
                worker.number(),
                worker.node(),
                worker.state(),
                worker.woken(),
                worker.host(),
                worker.port(),
                new Worker.Since(worker.since().claim(), job.now(), job.now())));
      } else if (worker.state().goes()) {
        job.tell(worker, Orders.proceed(job.progress().epoch()));
      }
    }
    return switch (relearning.before()) {
      case Forming forming -> Transition.to(forming.at(new Gathering(job.now(), 0, true)));
      case Dealing dealing -> {
        dealing.assignments().values().stream()
            .map(TaskAssignment::node)
            .distinct()
            .forEach(node -> DealingHandler.resend(job, dealing, node));
        yield Transition.to(dealing);
      }
      case Finishing finishing -> FinishingHandler.askAgain(job, finishing);
      case Changing(var _, var _, Attempt attempt)
          when attempt != null && attempt.goesBack() && WorkerLoss.missing(job).isEmpty() -> {
        keepPending(job);
        yield Rollback.anew(job, (Changing) relearning.before(), attempt);
      }
      case Running running -> compute(job, running.finishing());
      case Changing _, Suspending _ -> compute(job, false);
      case Awaiting _, Queued _, Suspended _, Over _, Relearning _ ->
          Transition.to(relearning.before());
    };
  }

  /** Whatever was prepared or held is settled by the epoch in force. */
  private static Transition compute(WorkingCopy job, boolean finishing) {
    if (WorkerLoss.missing(job).isEmpty()) {
      keepPending(job);
      SafePointRound.proceed(job);
    }
    return Transition.to(
        new Running(
            job.now(), finishing || !job.progress().completed().isEmpty(), null, Change.NONE));
  }

  /** A checkpoint of which only the keeping is left is kept. */
  private static void keepPending(WorkingCopy job) {
    final Generations.Pending pending = job.generations().pending();
    if (pending == null) {
      return;
    }
    if (!pending.allCaptured()) {
      PendingGeneration.abandon(job);
      return;
    }
    job.put(job.generations().taking(pending.until(job.now() + Limits.CHECKPOINT_MILLIS)));
    WorkingCopy.nodesOf(pending.layout()).forEach(node -> ParityMaking.resend(job, node));
  }

  /** Sends a node again what its workers still wait for. */
  public static Transition resend(WorkingCopy job, String node) {
    ParityMaking.resend(job, node);
    if (job.phase() instanceof Dealing dealing) {
      DealingHandler.resend(job, dealing, node);
      return Transition.stay();
    }
    Phase phase = job.phase();
    for (final Worker worker : job.workers()) {
      if (!worker.node().equals(node)) {
        continue;
      }
      if (worker.state().goes()) {
        job.tell(worker, Orders.proceed(job.progress().epoch()));
      } else if (worker.state().usable()) {
        phase = resend(job, phase, worker);
      }
    }
    return Transition.to(phase);
  }

  /**
   * @return the phase, with a new proposal where all have to be asked again
   */
  private static Phase resend(WorkingCopy job, Phase phase, Worker worker) {
    final boolean member = worker.state() == WorkerState.MEMBER;
    switch (phase) {
      case Running running -> {
        final SafePointProposal halt = running.halt();
        if (member && halt != null) {
          if (askAnew(job, worker, halt)) {
            return running.halting(SafePointRound.propose(job));
          }
        } else if (member) {
          resendToMember(job, worker);
        }
      }
      case Changing changing -> {
        final Attempt attempt = changing.attempt();
        if (attempt != null) {
          resend(job, worker, attempt);
        } else if (member && askAnew(job, worker, changing.halt())) {
          return new Changing(changing.change(), SafePointRound.propose(job), null);
        }
      }
      case Suspending suspending -> {
        if (member && suspending.captured()) {
          resendToMember(job, worker);
        } else if (member && askAnew(job, worker, suspending.halt())) {
          return new Suspending(suspending.cause(), SafePointRound.propose(job), false);
        }
      }
      case Forming forming -> {
        switch (forming.stage()) {
          case Gathering _ -> {}
          case Rebuild rebuild -> RebuildHandler.resend(job, rebuild, worker.node());
          case Staging staging -> StagingHandler.resend(job, staging, worker);
          case Preparing preparing -> resend(job, worker, preparing.attempt());
        }
      }
      case Finishing finishing -> {
        if (finishing.worker().equals(worker.id())) {
          FinishingHandler.resend(job, finishing);
        }
      }
      case Awaiting _, Queued _, Suspended _, Dealing _, Over _, Relearning _ -> {}
    }
    return phase;
  }

  private static void resend(WorkingCopy job, Worker worker, Attempt attempt) {
    if (attempt.awaited().contains(worker.id()) && !attempt.prepared().containsKey(worker.id())) {
      job.tell(worker, Orders.reconfigure(attempt.order()));
    }
  }

  private static void resendToMember(WorkingCopy job, Worker worker) {
    final Generations.Pending pending = job.generations().pending();
    final boolean captures =
        pending != null && (pending.hold() || !pending.captured().containsKey(worker.id()));
    if (!captures) {
      job.tell(worker, Orders.proceed(job.progress().epoch()));
    }
    if (pending != null) {
      final Set<String> told = new TreeSet<>();
      for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
        if (pending.layout().getMembers(rank).getWorker().equals(worker.id())) {
          PendingGeneration.orderRank(job, pending, rank, told);
        }
      }
    }
  }

  /**
   * What a worker did not answer it may not have heard, or the answer is on its way: all are let go
   * and asked again, so that no answer to the first question is taken for one to the second.
   */
  private static boolean askAnew(WorkingCopy job, Worker worker, SafePointProposal halt) {
    if (halt.answers().containsKey(worker.id())) {
      return false;
    }
    SafePointRound.proceed(job);
    return true;
  }
}
