package io.lull.simulator.trace;

import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeOffer;
import io.lull.scheduling.NodeTraits;
import io.lull.scheduling.Requirement;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.SpaceSharing;
import io.lull.scheduling.habit.Ageing;
import io.lull.scheduling.habit.NodeHabit;
import io.lull.scheduling.habit.Presence;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One malleable job on recorded workstations, by the policy that runs live. The first half of the
 * trace teaches the habits of nodes, the second half counts. One thread.
 */
public final class JobReplay {
  /** What the policy ranks nodes by. */
  public enum Ranking {
    NAME,
    IDLE_SINCE,
    HABIT
  }

  private static final NodeTraits TRAITS = new NodeTraits("linux", 4, 8L << 30, 1.0);

  /** Coordinators ask the habits of all nodes so often. */
  private static final Duration HABITS_EVERY = Duration.ofMinutes(15);

  private static final double MILLIS_A_SECOND = 1000;

  private final long beginMillis;
  private final int wanted;
  private final Ranking ranking;
  private final Ageing ageing = new Ageing();
  private final Map<String, NodeHabit> habits = new TreeMap<>();
  private final Map<String, Long> idleSince = new TreeMap<>();
  private final Map<String, Long> likely = new TreeMap<>();
  private Set<String> present = Set.of();
  private long reckonedMillis;
  private int evictions;
  private double workerSeconds;
  private double countedSeconds;

  private JobReplay(AvailabilityTrace trace, Instant begin, int wanted, Ranking ranking) {
    this.beginMillis = begin.toEpochMilli();
    this.wanted = wanted;
    this.ranking = ranking;
    trace.machines().forEach(machine -> habits.put(machine, new NodeHabit(ZoneOffset.UTC, ageing)));
  }

  /**
   * @param begin when the trace begins
   * @param wanted workers, at the most
   */
  public static JobReplay through(
      AvailabilityTrace trace, Instant begin, int wanted, Ranking ranking) {
    final JobReplay replay = new JobReplay(trace, begin, wanted, ranking);
    final long half = trace.turns().getLast().millis() / 2;
    int next = 0;
    while (next < trace.turns().size()) {
      final long now = trace.turns().get(next).millis();
      while (next < trace.turns().size() && trace.turns().get(next).millis() == now) {
        replay.take(trace.turns().get(next), now >= half);
        next++;
      }
      replay.plan(now);
      if (now >= half && next < trace.turns().size()) {
        final double seconds = (trace.turns().get(next).millis() - now) / MILLIS_A_SECOND;
        replay.workerSeconds += seconds * replay.present.size();
        replay.countedSeconds += seconds;
      }
    }
    return replay;
  }

  /** How often an owner took a node from the job. */
  public int evictions() {
    return evictions;
  }

  /** How many nodes the job had, on average. */
  public double meanWorkers() {
    return workerSeconds / countedSeconds;
  }

  private void take(AvailabilityTrace.Turn turn, boolean counts) {
    final long at = beginMillis + turn.millis();
    final NodeHabit habit = habits.get(turn.machine());
    if (habit == null) {
      return;
    }
    habit.note(turn.presence(), at);
    if (turn.presence() == Presence.AWAY) {
      idleSince.put(turn.machine(), at);
      likely.put(turn.machine(), habit.outlook(at).likely().toMillis());
    } else if (idleSince.remove(turn.machine()) != null
        && present.contains(turn.machine())
        && counts) {
      evictions++;
    }
  }

  private void plan(long sinceBegin) {
    final long now = beginMillis + sinceBegin;
    if (ranking == Ranking.HABIT && now - reckonedMillis >= HABITS_EVERY.toMillis()) {
      reckonedMillis = now;
      habits.forEach((machine, habit) -> {
        habit.seeTo(now);
        likely.put(machine, habit.outlook(now).likely().toMillis());
      });
    }
    final List<NodeOffer> nodes = new ArrayList<>();
    idleSince.forEach((machine, since) ->
        nodes.add(
            new NodeOffer(
                machine,
                true,
                "",
                TRAITS,
                ranking == Ranking.NAME ? 0 : since,
                Set.of(),
                ranking == Ranking.HABIT ? likely.getOrDefault(machine, 0L) : 0)));
    final JobDemand job =
        new JobDemand(
            "J1",
            new JobDemand.Turn(0, "ann", 1, beginMillis, 0),
            new JobDemand.Share(1, wanted, 0),
            new JobDemand.Needs(0, Requirement.NONE),
            present,
            Set.of(),
            List.of());
    present =
        new TreeSet<>(
            SpaceSharing.plan(
                    new ClusterSnapshot(now, nodes, List.of(job), Map.of(), SharingTerms.DEFAULT))
                .of("J1")
                .nodes());
  }
}
