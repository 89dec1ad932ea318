package io.lull.coordinator.job;

import io.lull.coordinator.job.Generations.Committed;
import io.lull.coordinator.job.Generations.Kept;
import io.lull.coordinator.job.Generations.Pending;
import io.lull.coordinator.job.Generations.Rhythm;
import io.lull.coordinator.job.Phase.Running;
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

/**
 * Takes generations, one at a time.
 *
 * <p>The interval follows Young (1974): with C the time that one costs and M the mean time between
 * failures, sqrt(2 C M) loses least. (Daly's refinement of 2006 differs by less than the
 * measurements do where C is far below M.)
 */
final class Checkpoints {
  private Checkpoints() {}

  /** The job computes in a configuration that was formed anew. */
  static void begin(Draft draft) {
    final Rhythm rhythm = draft.generations.rhythm();
    final boolean first = draft.generations.committed().isEmpty();
    draft.generations =
        draft.generations.at(
            rhythm.next(
                draft.now
                    + (first && !(draft.terms.checkpointRule() instanceof CheckpointRule.Every)
                        ? Limits.FIRST_CHECKPOINT_MILLIS
                        : intervalMillis(draft))));
  }

  static long intervalMillis(Draft draft) {
    return switch (draft.terms.checkpointRule()) {
      case CheckpointRule.Every rule -> rule.interval().toMillis();
      case CheckpointRule.AtMost rule ->
          Math.max(leastLossMillis(draft), rule.intervalMillis(draft.generations.rhythm()));
      case CheckpointRule.Auto _, CheckpointRule.Off _ -> leastLossMillis(draft);
    };
  }

  private static long leastLossMillis(Draft draft) {
    final int workers = Math.max(1, draft.course.layout().getMembersCount());
    final int failures = draft.ledger.faults().recoveries();
    double meanLife = Limits.WORKER_MEAN_LIFE_MILLIS / workers;
    if (failures > 0) {
      final long lived = draft.now - draft.ledger.times().startedMillis();
      meanLife = Math.min(meanLife, (double) lived / failures);
    }
    final double cost = Math.max(1, draft.generations.rhythm().captureMillis());
    return Math.clamp(
        Math.round(Math.sqrt(2 * cost * meanLife)),
        Limits.SHORTEST_INTERVAL_MILLIS,
        Limits.LONGEST_INTERVAL_MILLIS);
  }

  static void proposeIfDue(Draft draft, Running running) {
    final long due = draft.generations.rhythm().nextMillis();
    if (!(draft.terms.checkpointRule() instanceof CheckpointRule.Off)
        && draft.generations.pending() == null
        && due > 0
        && draft.now >= due) {
      draft.phase = running.halting(Computing.propose(draft));
    }
  }

  /** The members are coming to a safe point for a checkpoint. */
  static void halted(Draft draft, Running running, Halt halt) {
    if (Computing.allAnswered(draft, halt)) {
      draft.phase = running.halting(null);
      capture(draft, halt, false);
    } else if (draft.now >= halt.deadlineMillis()) {
      Computing.proceed(draft);
      draft.phase = running.halting(null);
      next(draft);
      Events.noCheckpoint(draft, halt.safePoint(), "no safe point was reached in time");
    }
  }

  static void capture(Draft draft, Halt halt, boolean hold) {
    draft.course = draft.course.numbered(draft.course.numbers().nextGeneration());
    final Pending pending =
        new Pending(
            draft.course.numbers().generation(),
            draft.course.layout(),
            new Pending.Aim(halt.safePoint(), hold, halt.kept(), draft.course.keepsSafePoints()),
            new Pending.Times(
                halt.sinceMillis(),
                draft.now,
                draft.now + halt.patienceMillis() + Limits.CHECKPOINT_MILLIS),
            Map.of(),
            Map.of(),
            Coding.groups(draft, draft.course.layout()));
    draft.generations = draft.generations.taking(pending);
    final Set<String> told = new TreeSet<>();
    for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
      orderRank(draft, pending, rank, told);
    }
  }

  /**
   * Tells one member to capture, and its agent where the piece goes.
   *
   * @param told the nodes without a worker that were already told to accept pieces
   */
  static void orderRank(Draft draft, Pending pending, int rank, Set<String> told) {
    final Worker worker = draft.worker(pending.layout().getMembers(rank).getWorker());
    if (worker == null) {
      return;
    }
    final List<NodeAddress> others =
        pending.groups().isEmpty()
            ? CopyPlacement.others(draft, pending.layout(), rank)
            : List.of();
    final @Nullable NodeAddress buddy = others.isEmpty() ? null : others.getFirst();
    final @Nullable Worker keeper = buddy == null ? null : memberOn(draft, buddy.getNode());
    if (!pending.kept().containsKey(rank)) {
      for (final NodeAddress other : others) {
        if (draft.usableOn(other.getNode()).isEmpty() && told.add(other.getNode())) {
          draft.order(other.getNode(), Orders.accept(draft.terms, draft.generations.newest()));
        }
      }
      draft.order(
          worker.node(),
          Orders.keep(
              draft.terms,
              worker.id(),
              pending.number(),
              draft.generations.newest(),
              others,
              keeper));
    }
    if (!pending.captured().containsKey(worker.id())) {
      draft.tell(worker, Orders.capture(pending, keeper == null ? null : draft.memberOf(keeper)));
    }
  }

  /** The worker there that can be sent a copy: faster than by the agents. */
  private static @Nullable Worker memberOn(Draft draft, String node) {
    return draft.members().stream()
        .filter(member -> member.node().equals(node))
        .findFirst()
        .orElse(null);
  }

  static void captured(Draft draft, Worker worker, Captured said) {
    final Pending pending = draft.generations.pending();
    if (pending != null && pending.number() == said.getGeneration()) {
      draft.generations = draft.generations.taking(pending.with(worker.id(), said));
      draft.course = draft.course.with(said);
    }
  }

  static void written(Draft draft, Worker worker, PieceWritten said) {
    final Pending pending = draft.generations.pending();
    if (pending != null
        && pending.number() == said.getGeneration()
        && !said.getError().isEmpty()
        && pending.has(said.getRank())
        && pending.layout().getMembers(said.getRank()).getWorker().equals(worker.id())) {
      draft.generations =
          draft.generations.taking(
              pending.with(said.getRank(), new Kept(List.of(), 0, said.getError(), 0)));
    }
  }

  static void kept(Draft draft, String node, PieceDurable said) {
    final Pending pending = draft.generations.pending();
    if (pending == null
        || pending.number() != said.getGeneration()
        || !pending.has(said.getRank())
        || !pending.layout().getMembers(said.getRank()).getNode().equals(node)) {
      return;
    }
    final List<String> nodes = CopyPlacement.holders(draft, node, said);
    final String why =
        !said.getError().isEmpty()
            ? said.getError()
            : nodes.size() < 2 && pending.groups().isEmpty()
                ? "there was no other node to keep a copy"
                : "";
    draft.generations =
        draft.generations.taking(
            pending.with(
                said.getRank(),
                new Kept(nodes, said.getBytes(), why, pending.parityBytes(said.getRank()))));
    Coding.kept(draft, said.getRank());
  }

  /** A member leaves: if its piece is not in safe keeping yet, it never will be. */
  static void leaves(Draft draft, Worker worker) {
    final Pending pending = draft.generations.pending();
    if (pending == null) {
      return;
    }
    for (int rank = 0; rank < pending.layout().getMembersCount(); rank++) {
      if (pending.layout().getMembers(rank).getWorker().equals(worker.id())
          && !pending.kept().containsKey(rank)) {
        abandon(draft);
        next(draft);
        return;
      }
    }
  }

  /** Commits the pending generation when all of it is in safe keeping, or gives it up. */
  static void advance(Draft draft) {
    final Pending pending = draft.generations.pending();
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
      giveUp(draft, pending, "a worker had passed the safe point that was chosen");
    } else if (nowhere != null) {
      giveUp(draft, pending, "a piece could not be kept: " + nowhere.why());
    } else if (uncoded != null) {
      giveUp(draft, pending, uncoded.why());
    } else if (pending.allCaptured() && pending.allKept()) {
      commit(draft, pending);
    } else if (draft.now >= pending.times().deadlineMillis()) {
      giveUp(draft, pending, "not all pieces were in safe keeping in time");
    }
  }

  /** A checkpoint that only waits for its safe point stands back for an owner who cannot. */
  static void giveWay(Draft draft) {
    final Pending pending = draft.generations.pending();
    if (pending != null && !pending.allCaptured()) {
      // Nobody is told to proceed: whoever does not come to it is asked anew at once.
      abandon(draft);
      next(draft);
      Events.noCheckpoint(draft, pending.safePoint(), "an owner could not wait for its safe point");
    }
  }

  /**
   * The workers that were captured do not go on. Pieces that all are on disks can be read even so,
   * as long as their machines are there, and the generations before are no worse for it.
   */
  static void settle(Draft draft) {
    final Pending pending = draft.generations.pending();
    if (pending != null
        && !pending.groups().isEmpty()
        && pending.allCaptured()
        && pending.everyPieceKept()
        && pending.captured().values().stream()
            .allMatch(said -> said.getSafePoint() == pending.safePoint())
        && pending.kept().values().stream()
            .allMatch(
                kept -> kept.nodes().stream().allMatch(draft.generations.holders()::reachable))) {
      commit(draft, pending.asCoded("its parities were not made before a worker was lost"));
    } else {
      abandon(draft);
    }
  }

  /** Whatever of it is on disks, or comes to be, is of no use. */
  static void abandon(Draft draft) {
    final Pending pending = draft.generations.pending();
    if (pending == null) {
      return;
    }
    draft.generations = draft.generations.taking(null);
    final Set<String> holders = new TreeSet<>(Draft.nodesOf(pending.layout()));
    pending.kept().values().forEach(kept -> holders.addAll(kept.nodes()));
    draft.wishes.placed().spares().forEach(spare -> holders.add(spare.name()));
    holders.stream()
        .filter(draft.generations.holders()::reachable)
        .forEach(node ->
            draft.order(
                node,
                Orders.dropGivenUp(draft.terms, pending.number(), draft.generations.newest())));
  }

  private static void giveUp(Draft draft, Pending pending, String why) {
    abandon(draft);
    next(draft);
    if (!pending.allCaptured()) {
      Computing.proceed(draft);
    }
    Events.noCheckpoint(draft, pending.safePoint(), why);
  }

  private static void next(Draft draft) {
    draft.generations =
        draft.generations.at(draft.generations.rhythm().next(draft.now + intervalMillis(draft)));
  }

  private static void commit(Draft draft, Pending pending) {
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
    final List<Committed> all = new ArrayList<>(draft.generations.committed());
    all.add(generation);
    final List<Committed> old =
        List.copyOf(all.subList(0, Math.max(0, all.size() - Limits.GENERATIONS)));
    all.removeAll(old);
    final Rhythm before = draft.generations.rhythm();
    final double captureMillis =
        pending.captured().values().stream().mapToLong(Captured::getCaptureNanos).max().orElse(0)
            / 1e6;
    draft.generations =
        new Generations(
            all,
            null,
            new Rhythm(
                before.nextMillis(),
                before.count() + 1,
                draft.now,
                captureMillis,
                draft.now - pending.times().orderedMillis()),
            draft.generations.holders());
    next(draft);
    final Set<String> toDrop = new TreeSet<>();
    old.forEach(generationBefore -> generationBefore.copies().forEach(toDrop::addAll));
    toDrop.stream()
        .filter(draft.generations.holders()::reachable)
        .forEach(node ->
            draft.order(
                node,
                Orders.dropBefore(
                    draft.terms, all.getFirst().number(), draft.generations.newest())));
    Events.checkpoint(draft, pending, captureMillis);
  }
}
