package io.lull.coordinator.core.job.checkpoint;

import io.lull.coordinator.core.job.ChangeOutcome.Reason;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Generations.Committed;
import io.lull.coordinator.core.job.Generations.Kept;
import io.lull.coordinator.core.job.Generations.Pending;
import io.lull.coordinator.core.job.Generations.Rhythm;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.SafePointProposal;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceWritten;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The generation that is being taken, from its order until it is committed or given up. */
public final class PendingGeneration {
  private PendingGeneration() {}

  /** The members are coming to a safe point for a checkpoint. */
  public static Transition halted(WorkingCopy job, Running running, SafePointProposal halt) {
    if (SafePointRound.allAnswered(job, halt)) {
      capture(job, halt, false);
      return Transition.to(running.halting(null));
    }
    if (job.now() >= halt.deadlineMillis()) {
      SafePointRound.proceed(job);
      CheckpointSchedule.next(job);
      ChangeRecords.noCheckpoint(job, halt.safePoint(), Reason.NO_SAFE_POINT, "");
      return Transition.to(running.halting(null));
    }
    return Transition.stay();
  }

  public static void capture(WorkingCopy job, SafePointProposal halt, boolean hold) {
    job.put(job.progress().numbered(job.progress().numbers().nextGeneration()));
    final Pending pending =
        new Pending(
            job.progress().numbers().generation(),
            job.progress().layout(),
            new Pending.Aim(halt.safePoint(), hold, halt.kept(), job.progress().keepsSafePoints()),
            new Pending.Times(
                halt.sinceMillis(),
                job.now(),
                job.now() + halt.patienceMillis() + Limits.CHECKPOINT_MILLIS),
            Map.of(),
            Map.of(),
            ParityMaking.groups(job, job.progress().layout()));
    job.put(job.generations().taking(pending));
    final Set<String> told = new TreeSet<>();
    for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
      orderRank(job, pending, rank, told);
    }
  }

  /**
   * Tells one member to capture, and its agent where the piece goes.
   *
   * @param told the nodes without a worker that were already told to accept pieces
   */
  public static void orderRank(WorkingCopy job, Pending pending, int rank, Set<String> told) {
    final Worker worker = job.worker(pending.layout().getMembers(rank).getWorker());
    if (worker == null) {
      return;
    }
    final List<NodeAddress> others =
        pending.groups().isEmpty() ? CopyPlacement.others(job, pending.layout(), rank) : List.of();
    final @Nullable NodeAddress buddy = others.isEmpty() ? null : others.getFirst();
    final @Nullable Worker keeper =
        buddy == null ? null : CopyPlacement.memberOn(job, buddy.getNode());
    if (!pending.kept().containsKey(rank)) {
      for (final NodeAddress other : others) {
        if (job.usableOn(other.getNode()).isEmpty() && told.add(other.getNode())) {
          job.order(other.getNode(), Orders.accept(job.terms(), job.generations().newest()));
        }
      }
      job.order(
          worker.node(),
          Orders.keep(
              job.terms(),
              worker.id(),
              pending.number(),
              job.generations().newest(),
              others,
              keeper));
    }
    if (!pending.captured().containsKey(worker.id())) {
      job.tell(worker, Orders.capture(pending, keeper == null ? null : job.memberOf(keeper)));
    }
  }

  public static void captured(WorkingCopy job, Worker worker, Captured said) {
    final Pending pending = job.generations().pending();
    if (pending != null && pending.number() == said.getGeneration()) {
      job.put(job.generations().taking(pending.with(worker.id(), said)));
      job.put(job.progress().with(said));
    }
  }

  public static void written(WorkingCopy job, Worker worker, PieceWritten said) {
    final Pending pending = job.generations().pending();
    if (pending != null
        && pending.number() == said.getGeneration()
        && !said.getError().isEmpty()
        && pending.has(said.getRank())
        && pending.layout().getMembers(said.getRank()).getWorker().equals(worker.id())) {
      job.put(
          job.generations()
              .taking(pending.with(said.getRank(), new Kept(List.of(), 0, said.getError(), 0))));
    }
  }

  public static void kept(WorkingCopy job, String node, PieceDurable said) {
    final Pending pending = job.generations().pending();
    if (pending == null
        || pending.number() != said.getGeneration()
        || !pending.has(said.getRank())
        || !pending.layout().getMembers(said.getRank()).getNode().equals(node)) {
      return;
    }
    final List<String> nodes = CopyPlacement.holders(job, node, said);
    final String why =
        !said.getError().isEmpty()
            ? said.getError()
            : nodes.size() < 2 && pending.groups().isEmpty()
                ? "there was no other node to keep a copy"
                : "";
    job.put(
        job.generations()
            .taking(
                pending.with(
                    said.getRank(),
                    new Kept(nodes, said.getBytes(), why, pending.parityBytes(said.getRank())))));
    ParityMaking.kept(job, said.getRank());
  }

  /** A member leaves: if its piece is not in safe keeping yet, it never will be. */
  public static void leaves(WorkingCopy job, Worker worker) {
    final Pending pending = job.generations().pending();
    if (pending == null) {
      return;
    }
    for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
      if (pending.layout().getMembers(rank).getWorker().equals(worker.id())
          && !pending.kept().containsKey(rank)) {
        abandon(job);
        CheckpointSchedule.next(job);
        return;
      }
    }
  }

  /** Commits the pending generation when all of it is in safe keeping, or gives it up. */
  public static void advance(WorkingCopy job) {
    final Pending pending = job.generations().pending();
    if (pending == null) {
      return;
    }
    final Kept nowhere =
        pending.kept().values().stream()
            .filter(kept -> kept.nodes().isEmpty())
            .findFirst()
            .orElse(null);
    final Kept uncoded =
        pending.kept().values().stream()
            .filter(kept -> !pending.groups().isEmpty() && !kept.why().isEmpty())
            .findFirst()
            .orElse(null);
    if (pending.captured().values().stream()
        .anyMatch(said -> said.getSafePoint() != pending.safePoint())) {
      giveUp(job, pending, Reason.SAFE_POINT_PASSED, "");
    } else if (nowhere != null) {
      giveUp(job, pending, Reason.PIECE_NOT_KEPT, nowhere.why());
    } else if (uncoded != null) {
      giveUp(job, pending, Reason.NOT_CODED, uncoded.why());
    } else if (pending.allCaptured() && pending.allKept()) {
      commit(job, pending);
    } else if (job.now() >= pending.times().deadlineMillis()) {
      giveUp(job, pending, Reason.LATE, "");
    }
  }

  /** A checkpoint that only waits for its safe point stands back for an owner who cannot. */
  public static void giveWay(WorkingCopy job) {
    final Pending pending = job.generations().pending();
    if (pending != null && !pending.allCaptured()) {
      // No worker is told to proceed: those that do not come to it are asked again at once.
      abandon(job);
      CheckpointSchedule.next(job);
      ChangeRecords.noCheckpoint(job, pending.safePoint(), Reason.OWNER_COULD_NOT_WAIT, "");
    }
  }

  /**
   * The workers that were captured do not go on. Pieces that all are on disks can be read even so,
   * as long as their machines are there, and the generations before are no worse for it.
   */
  public static void settle(WorkingCopy job) {
    final Pending pending = job.generations().pending();
    if (pending != null
        && !pending.groups().isEmpty()
        && pending.allCaptured()
        && pending.everyPieceKept()
        && pending.captured().values().stream()
            .allMatch(said -> said.getSafePoint() == pending.safePoint())
        && pending.kept().values().stream()
            .allMatch(
                kept -> kept.nodes().stream().allMatch(job.generations().holders()::reachable))) {
      commit(job, pending.asCoded("its parities were not made before a worker was lost"));
    } else {
      abandon(job);
    }
  }

  /** Whatever of it is on disks, or comes to be, is of no use. */
  public static void abandon(WorkingCopy job) {
    final Pending pending = job.generations().pending();
    if (pending == null) {
      return;
    }
    job.put(job.generations().taking(null));
    final Set<String> holders = new TreeSet<>(WorkingCopy.nodesOf(pending.layout()));
    pending.kept().values().forEach(kept -> holders.addAll(kept.nodes()));
    job.targets().placed().spares().forEach(spare -> holders.add(spare.name()));
    holders.stream()
        .filter(job.generations().holders()::reachable)
        .forEach(node ->
            job.order(
                node,
                Orders.dropGivenUp(job.terms(), pending.number(), job.generations().newest())));
  }

  private static void giveUp(WorkingCopy job, Pending pending, Reason reason, String why) {
    abandon(job);
    CheckpointSchedule.next(job);
    if (!pending.allCaptured() && !pending.hold()) {
      // Members that were to hold are told by the suspension, which knows whether the job goes on.
      SafePointRound.proceed(job);
    }
    ChangeRecords.noCheckpoint(job, pending.safePoint(), reason, why);
  }

  /** A worker knows of the pieces before its last capture; a new worker of none. */
  private static double processorMillis(Rhythm before, Pending pending) {
    final long nanos =
        pending.captured().values().stream().mapToLong(Captured::getPiecesNanos).max().orElse(0);
    return nanos > 0 ? nanos / 1e6 : before.processorMillis();
  }

  private static void commit(WorkingCopy job, Pending pending) {
    final List<List<String>> copies = new ArrayList<>();
    for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
      copies.add(Objects.requireNonNull(pending.kept().get(rank)).nodes());
    }
    final long iteration =
        pending.captured().values().stream().mapToLong(Captured::getIteration).max().orElse(0);
    final Committed generation =
        new Committed(
            pending.number(),
            pending.layout(),
            pending.safePoint(),
            iteration,
            pending.kept().values().stream().mapToLong(Kept::bytes).sum(),
            copies,
            pending.groups());
    final List<Committed> all = new ArrayList<>(job.generations().committed());
    all.add(generation);
    final List<Committed> old =
        List.copyOf(all.subList(0, Math.max(0, all.size() - Limits.GENERATIONS)));
    all.removeAll(old);
    final Rhythm before = job.generations().rhythm();
    final double captureMillis =
        pending.captured().values().stream().mapToLong(Captured::getCaptureNanos).max().orElse(0)
            / 1e6;
    job.put(
        new Generations(
            all,
            null,
            new Rhythm(
                before.nextMillis(),
                before.count() + 1,
                job.now(),
                captureMillis,
                job.now() - pending.times().orderedMillis(),
                processorMillis(before, pending)),
            job.generations().holders()));
    CheckpointSchedule.next(job);
    final Set<String> toDrop = new TreeSet<>();
    old.forEach(generationBefore -> generationBefore.copies().forEach(toDrop::addAll));
    toDrop.stream()
        .filter(job.generations().holders()::reachable)
        .forEach(node ->
            job.order(
                node,
                Orders.dropBefore(
                    job.terms(), all.getFirst().number(), job.generations().newest())));
    ChangeRecords.checkpoint(job, pending, captureMillis);
  }
}
