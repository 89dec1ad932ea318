package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Forming;
import io.lull.coordinator.job.Phase.Gathering;
import io.lull.coordinator.job.Phase.Preparing;
import io.lull.coordinator.job.Phase.Purpose;
import io.lull.coordinator.job.Phase.Staging;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.PieceCopy;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.Reconfigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Brings workers together and gives them their data: at the start the program's own initial values,
 * after a suspension or a failure those of the newest generation that can be read.
 */
final class Formation {
  private Formation() {}

  static void beginIfPlaced(Draft draft, Purpose.What what) {
    if (draft.target().size() < draft.fewest()) {
      return;
    }
    draft.phase =
        new Forming(
            new Purpose(what, draft.wishes.placed().cause(), "", draft.now, List.of()),
            new Gathering(draft.now, 0, true),
            Set.of(),
            0,
            Phase.Rebuilds.NONE);
  }

  /** Whatever happened at the same time as a failure has been heard of. */
  static void settle(Draft draft) {
    if (draft.phase instanceof Forming forming
        && forming.stage() instanceof Gathering gathering
        && !gathering.settled()) {
      draft.phase =
          forming.at(new Gathering(gathering.sinceMillis(), gathering.notBeforeMillis(), true));
    }
  }

  /** After a worker that did not start: not at once again. */
  static void postpone(Draft draft, long notBeforeMillis) {
    if (draft.phase instanceof Forming forming && forming.stage() instanceof Gathering gathering) {
      draft.phase =
          forming.at(new Gathering(gathering.sinceMillis(), notBeforeMillis, gathering.settled()));
    }
  }

  static void staged(Draft draft, PiecesStaged said) {
    if (!(draft.phase instanceof Forming forming)
        || !(forming.stage() instanceof Staging staging)
        || staging.generation() != said.getGeneration()
        || !staging.awaited().contains(said.getWorker())) {
      return;
    }
    if (said.getMissingCount() == 0) {
      final Set<String> awaited = new HashSet<>(staging.awaited());
      awaited.remove(said.getWorker());
      draft.phase =
          forming.at(
              new Staging(
                  staging.members(),
                  staging.generation(),
                  staging.fetches(),
                  awaited,
                  staging.deadlineMillis()));
      return;
    }
    final Set<Phase.Copy> spoiled = new HashSet<>(forming.spoiled());
    for (final PieceCopy copy : said.getRefusedList()) {
      spoiled.add(new Phase.Copy(staging.generation(), copy.getRank(), copy.getNode()));
    }
    if (!said.getNamesRefused()) {
      // It does not say what it tried: certainly the nearest copy.
      spoiled.addAll(
          nearest(
              staging.fetches().getOrDefault(said.getWorker(), List.of()),
              staging.generation(),
              said.getMissingList()));
    }
    again(draft, forming, spoiled, "pieces of a checkpoint were not to be had: " + said.getWhy());
  }

  private static List<Phase.Copy> nearest(
      List<Phase.Fetch> fetches, long generation, List<Integer> ranks) {
    return fetches.stream()
        .filter(fetch -> ranks.contains(fetch.rank()) && !fetch.nodes().isEmpty())
        .map(fetch -> new Phase.Copy(generation, fetch.rank(), fetch.nodes().getFirst()))
        .toList();
  }

  static void advance(Draft draft, Forming forming) {
    switch (forming.stage()) {
      case Gathering gathering -> gather(draft, forming, gathering);
      case Phase.Rebuild rebuild -> Rebuilding.advance(draft, forming, rebuild);
      case Staging staging -> stage(draft, forming, staging);
      case Preparing preparing -> prepare(draft, forming, preparing);
    }
  }

  private static void gather(Draft draft, Forming forming, Gathering gathering) {
    if (!gathering.settled()) {
      return;
    }
    final List<PlacedNode> target = draft.target();
    final Set<String> names = Draft.names(target);
    for (final Worker worker : draft.workers()) {
      if (worker.state().usable() && !names.contains(worker.node())) {
        draft.end(worker, "the job does not have this node any more");
      }
    }
    final boolean recovers = forming.purpose().what() == Purpose.What.RECOVER;
    final long elapsed = draft.now - gathering.sinceMillis();
    if (target.size() < draft.fewest()) {
      if (elapsed >= (recovers ? Limits.RECOVERY_GATHER_MILLIS : Limits.BACK_OFF_MILLIS)) {
        giveUp(draft, forming);
      }
      return;
    }
    if (draft.now < gathering.notBeforeMillis()) {
      return;
    }
    final List<Worker> ready = new ArrayList<>();
    for (final PlacedNode node : target) {
      final Worker worker = draft.usableOn(node.name()).orElse(null);
      if (worker == null) {
        if (!draft.occupied(node.name())) {
          draft.launch(node.name());
        }
      } else if (worker.state() != WorkerState.STARTING) {
        ready.add(worker);
      }
    }
    final boolean waitedLong =
        elapsed >= (recovers ? Limits.RECOVERY_GATHER_MILLIS : Limits.START_MILLIS);
    if (ready.size() == target.size() || (waitedLong && ready.size() >= draft.fewest())) {
      final List<String> ranks =
          draft.course.layout().getMembersList().stream().map(m -> m.getWorker()).toList();
      ready.sort(
          Comparator.comparingInt(
                  (Worker w) -> ranks.contains(w.id()) ? ranks.indexOf(w.id()) : ranks.size())
              .thenComparingLong(Worker::number));
      source(draft, forming, ready);
    }
  }

  private static void giveUp(Draft draft, Forming forming) {
    if (forming.purpose().what() == Purpose.What.START) {
      draft.endAll("the job has to wait for nodes");
      draft.phase = new Phase.Queued();
    } else {
      Suspension.suspended(
          draft, forming.purpose().cause(), forming.purpose().nodesBefore(), "done");
    }
  }

  /** Chooses where the data comes from. */
  private static void source(Draft draft, Forming forming, List<Worker> ready) {
    final Pieces.Choice choice = Pieces.choose(draft, forming, ready);
    final long sinceMillis =
        Math.max(forming.purpose().sinceMillis(), draft.generations.holders().lostMillis());
    if (choice.unreachable() && draft.now - sinceMillis < Limits.HOLDERS_MILLIS) {
      return; // the nodes that have the pieces may come back
    }
    final Generations.Committed generation = choice.generation();
    if (generation == null) {
      if (!draft.generations.committed().isEmpty()) {
        draft.ledger =
            draft.ledger.with(draft.ledger.faults().because(Pieces.lament(draft, forming)));
      }
      order(
          draft,
          forming,
          ready,
          Reconfigure.newBuilder().setFresh(Fresh.getDefaultInstance()),
          Map.of());
      return;
    }
    if (!choice.rebuilds().isEmpty()) {
      Rebuilding.begin(draft, forming, generation, choice.rebuilds());
      return;
    }
    final Map<String, List<Phase.Fetch>> fetches = choice.fetches();
    fetches.forEach((worker, pieces) -> {
      final Worker taker = draft.worker(worker);
      if (taker != null) {
        draft.order(
            taker.node(),
            Orders.stage(
                draft.terms, worker, generation.number(), Pieces.locations(draft, pieces)));
      }
    });
    draft.phase =
        forming.at(
            new Staging(
                ready.stream().map(Worker::id).toList(),
                generation.number(),
                fetches,
                fetches.keySet(),
                draft.now + Limits.RECONFIGURE_MILLIS));
  }

  private static void stage(Draft draft, Forming forming, Staging staging) {
    final List<Worker> members = usable(draft, staging.members());
    if (members.size() < staging.members().size()) {
      regather(draft, forming);
      return;
    }
    if (draft.now >= staging.deadlineMillis()) {
      again(draft, forming, forming.spoiled(), "pieces of a checkpoint did not arrive in time");
      return;
    }
    if (!staging.awaited().isEmpty()) {
      return;
    }
    draft
        .generations
        .find(staging.generation())
        .ifPresentOrElse(
            generation ->
                order(
                    draft,
                    forming,
                    members,
                    Reconfigure.newBuilder()
                        .setGeneration(
                            Generation.newBuilder()
                                .setNumber(generation.number())
                                .setSafePoint(generation.safePoint())
                                .setLayout(generation.layout())
                                .addAllHolders(Pieces.holders(staging.fetches()))),
                    staging.fetches()),
            () -> regather(draft, forming));
  }

  private static void order(
      Draft draft,
      Forming forming,
      List<Worker> members,
      Reconfigure.Builder source,
      Map<String, List<Phase.Fetch>> fetches) {
    draft.course = draft.course.numbered(draft.course.numbers().nextEpoch());
    final Reconfigure order =
        source
            .setEpoch(draft.course.numbers().epoch())
            .addAllMembers(members.stream().map(draft::memberOf).toList())
            .setDeadlineMillis(Limits.RECONFIGURE_MILLIS)
            .setKeepSafePoints(draft.course.keepsSafePoints())
            .build();
    draft.tellAll(members, Orders.reconfigure(order));
    draft.phase =
        forming.at(
            new Preparing(
                new Attempt(
                    order,
                    members.stream().map(Worker::id).toList(),
                    Map.of(),
                    draft.now + Limits.RECONFIGURE_MILLIS),
                fetches));
  }

  private static void prepare(Draft draft, Forming forming, Preparing preparing) {
    final Attempt attempt = preparing.attempt();
    final Course.Doubt doubt = draft.course.doubt();
    final boolean otherNumber =
        draft.terms.moldable() && draft.target().size() != attempt.awaited().size();
    if (usable(draft, attempt.awaited()).size() < attempt.awaited().size() || otherNumber) {
      regather(draft, forming);
    } else if (!attempt.obstacle().isEmpty()) {
      again(draft, forming, spoiled(forming, preparing), attempt.obstacle());
    } else if (doubt != null) {
      Recovery.accuse(draft, doubt.accused());
      again(draft, forming, forming.spoiled(), draft.ledger.faults().last());
    } else if (draft.now >= attempt.deadlineMillis()) {
      again(draft, forming, forming.spoiled(), "its workers were not prepared in time");
    } else if (attempt.complete()) {
      Commitment.formed(draft, forming, attempt);
    }
  }

  /** Of a piece that could not be read, the copy that was tried first is not tried again. */
  private static Set<Phase.Copy> spoiled(Forming forming, Preparing preparing) {
    final Set<Phase.Copy> spoiled = new HashSet<>(forming.spoiled());
    final Map<String, List<Phase.Fetch>> fetches = new TreeMap<>(preparing.fetches());
    final long generation = preparing.attempt().order().getGeneration().getNumber();
    preparing
        .attempt()
        .prepared()
        .forEach((worker, said) -> {
          spoiled.addAll(
              nearest(
                  fetches.getOrDefault(worker, List.of()), generation, said.getDamagedRanksList()));
        });
    return spoiled;
  }

  private static List<Worker> usable(Draft draft, List<String> ids) {
    final List<Worker> all = new ArrayList<>();
    for (final String id : ids) {
      final Worker worker = draft.worker(id);
      if (worker != null && worker.state().usable()) {
        all.add(worker);
      }
    }
    return all;
  }

  /** A worker was lost on the way: once more with those that there are. */
  static void regather(Draft draft, Forming forming) {
    draft.course = draft.course.interrupted();
    draft.phase = forming.at(new Gathering(draft.now, 0, false));
  }

  /** It did not succeed: once more, but not for ever. */
  static void again(Draft draft, Forming forming, Set<Phase.Copy> spoiled, String why) {
    draft.ledger = draft.ledger.with(draft.ledger.faults().because(why));
    draft.course = draft.course.interrupted();
    final int attempts = forming.attempts() + 1;
    if (attempts > Limits.RECOVERIES_IN_A_ROW) {
      Ending.fail(draft, "could not be brought to work in " + attempts + " attempts: " + why, null);
      return;
    }
    draft.phase =
        new Forming(
            forming.purpose(),
            new Gathering(
                draft.now,
                // With another copy to read there is nothing to wait for.
                spoiled.size() > forming.spoiled().size()
                    ? 0
                    : draft.now + Limits.backOff(attempts),
                true),
            spoiled,
            attempts,
            forming.rebuilds());
  }
}
