package io.lull.coordinator.core.job.forming;

import io.lull.coordinator.core.job.Generations.Committed;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Copy;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Gathering;
import io.lull.coordinator.core.job.Phase.Rebuild;
import io.lull.coordinator.core.job.Phase.Rebuilds;
import io.lull.coordinator.core.job.checkpoint.ParityMaking;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.PieceRebuilt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Has pieces that were lost with their machines made again from what the others of a group hold.
 */
public final class RebuildHandler {
  private RebuildHandler() {}

  public static Transition begin(
      WorkingCopy job, Forming forming, Committed generation, Map<Integer, String> makers) {
    final Rebuild rebuild =
        new Rebuild(generation.number(), makers, job.now() + Limits.CODING_MILLIS, false);
    makers.values().stream().distinct().forEach(node -> resend(job, rebuild, node));
    return Transition.to(forming.at(rebuild));
  }

  /** What the node is to make. */
  public static void resend(WorkingCopy job, Rebuild rebuild, String node) {
    job.generations()
        .find(rebuild.generation())
        .ifPresent(generation ->
            rebuild
                .awaited()
                .forEach((rank, maker) -> {
                  if (maker.equals(node)) {
                    generation.groups().stream()
                        .filter(group -> group.ranks().contains(rank))
                        .forEach(group ->
                            job.order(
                                node,
                                Orders.rebuild(
                                    job.terms(),
                                    generation.number(),
                                    rank,
                                    ParityMaking.survivors(job, generation, group))));
                  }
                }));
  }

  /** One of those that were asked says how it ended; the others go on. */
  public static Transition rebuilt(
      WorkingCopy job, Forming forming, String node, PieceRebuilt said) {
    final int rank = said.getRank();
    if (!(forming.stage() instanceof Rebuild rebuild)
        || rebuild.generation() != said.getGeneration()
        || !node.equals(rebuild.awaited().get(rank))) {
      return Transition.stay();
    }
    final boolean made = said.getError().isEmpty();
    if (made) {
      job.put(job.generations().found(said.getGeneration(), rank, node));
    } else {
      job.fault("a piece of a checkpoint could not be rebuilt: " + said.getError());
    }
    final Map<Integer, String> awaited = new HashMap<>(rebuild.awaited());
    awaited.remove(rank);
    final Copy maker = new Copy(rebuild.generation(), rank, node);
    return Transition.to(
        new Forming(
            forming.purpose(),
            new Rebuild(
                rebuild.generation(),
                awaited,
                rebuild.deadlineMillis(),
                rebuild.failed() || !(made || said.getDamaged())),
            said.getDamaged() ? with(forming.spoiled(), maker) : forming.spoiled(),
            forming.attempts(),
            made || said.getDamaged() ? forming.rebuilds() : forming.rebuilds().with(maker)));
  }

  private static Set<Copy> with(Set<Copy> spoiled, Copy another) {
    final Set<Copy> more = new HashSet<>(spoiled);
    more.add(another);
    return more;
  }

  /** The node makes a piece, however long it is. */
  public static Transition getsOn(
      WorkingCopy job, Forming forming, String node, CodingProgress said) {
    if (forming.stage() instanceof Rebuild rebuild
        && rebuild.generation() == said.getGeneration()
        && node.equals(rebuild.awaited().get(said.getRank()))) {
      return Transition.to(
          forming.at(
              new Rebuild(
                  rebuild.generation(),
                  rebuild.awaited(),
                  job.now() + Limits.CODING_MILLIS,
                  rebuild.failed())));
    }
    return Transition.stay();
  }

  public static Transition advance(WorkingCopy job, Forming forming, Rebuild rebuild) {
    if (rebuild.awaited().isEmpty()) {
      return rebuild.failed()
          ? again(job, forming, rebuild)
          : Transition.to(forming.at(new Gathering(job.now(), 0, true)));
    }
    if (!rebuild.awaited().values().stream()
        .allMatch(node ->
            job.generations().holders().reachable(node) && job.usableOn(node).isPresent())) {
      return FormingRetry.regather(job, forming);
    }
    if (job.now() >= rebuild.deadlineMillis()) {
      job.fault("the rebuilding of a checkpoint does not get on");
      return again(job, forming, rebuild);
    }
    return Transition.stay();
  }

  /** After a pause, and where there are others by others. */
  private static Transition again(WorkingCopy job, Forming forming, Rebuild rebuild) {
    Rebuilds rebuilds = forming.rebuilds().failed(rebuild.generation());
    for (final Map.Entry<Integer, String> late : rebuild.awaited().entrySet()) {
      rebuilds = rebuilds.with(new Copy(rebuild.generation(), late.getKey(), late.getValue()));
    }
    final long pause = Limits.backOff(rebuilds.failures(rebuild.generation()));
    return Transition.to(
        new Forming(
            forming.purpose(),
            new Gathering(job.now(), job.now() + pause, true),
            forming.spoiled(),
            forming.attempts(),
            rebuilds));
  }
}
