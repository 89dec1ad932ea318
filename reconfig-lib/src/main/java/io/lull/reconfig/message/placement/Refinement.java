package io.lull.reconfig.message.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds few moves that relieve the busiest worker: one task after another goes from the busiest
 * worker to where it makes the busiest of the two least busy, with what its messages cost counted.
 * After the refinement of G. Zheng, "Achieving high performance on extremely large parallel
 * machines", PhD thesis, Urbana-Champaign 2005, chapter 3. It moves little, where a placement from
 * scratch would move most tasks.
 */
final class Refinement {
  /** A worker that is busier than the average by no more than this is left alone. */
  private static final double TOLERANCE = 0.05;

  /** Of all tasks, no more than this part moves at a time. */
  private static final int PART_THAT_MOVES = 4;

  /** A second carries about as many bytes between two workers. */
  static final double BYTES_PER_SECOND = 100e6;

  private static final class Side {
    private final LoadReport load;
    private double work;

    Side(LoadReport load) {
      this.load = load;
      this.work = load.work();
    }

    double seconds(double more) {
      return (work + more) / load.rate();
    }
  }

  private record Move(TaskLoad task, Side from, Side to, double worst) {}

  private final Map<String, Side> sides = new LinkedHashMap<>();
  private final Map<Long, Side> places = new HashMap<>();
  private final Map<Long, Map<Long, Long>> traffic = new HashMap<>();
  private final List<TaskLoad> tasks = new ArrayList<>();

  private Refinement(List<LoadReport> loads) {
    for (final LoadReport load : loads) {
      if (load.rate() > 0) {
        final Side side = new Side(load);
        sides.put(load.worker(), side);
        for (final TaskLoad task : load.tasks()) {
          tasks.add(task);
          places.put(task.task(), side);
          task.sent().forEach((to, bytes) -> note(task.task(), to, bytes));
        }
      }
    }
  }

  private void note(long from, long to, long bytes) {
    traffic.computeIfAbsent(from, _ -> new HashMap<>()).merge(to, bytes, Long::sum);
    traffic.computeIfAbsent(to, _ -> new HashMap<>()).merge(from, bytes, Long::sum);
  }

  /**
   * The moves.
   *
   * @param loads of all workers, in the same interval
   */
  static ProposedMoves of(List<LoadReport> loads) {
    final Refinement refinement = new Refinement(loads);
    return refinement.sides.size() < 2 ? ProposedMoves.NONE : refinement.refined();
  }

  private ProposedMoves refined() {
    final double before = busiest().seconds(0);
    final double average =
        sides.values().stream().mapToDouble(side -> side.work).sum()
            / sides.values().stream().mapToDouble(side -> side.load.rate()).sum();
    final Map<Long, String> moves = new LinkedHashMap<>();
    final Set<Long> moved = new HashSet<>();
    long bytes = 0;
    final int most = Math.max(1, tasks.size() / PART_THAT_MOVES);
    while (moves.size() < most) {
      final Side from = busiest();
      if (from.seconds(0) <= average * (1 + TOLERANCE)) {
        break;
      }
      final @Nullable Move best = best(from, moved);
      if (best == null) {
        break;
      }
      from.work -= best.task().work();
      best.to().work += best.task().work();
      places.put(best.task().task(), best.to());
      moves.put(best.task().task(), best.to().load.worker());
      moved.add(best.task().task());
      bytes += best.task().bytes();
    }
    return new ProposedMoves(moves, before, busiest().seconds(0), bytes);
  }

  private Side busiest() {
    Side busiest = sides.values().iterator().next();
    for (final Side side : sides.values()) {
      if (side.seconds(0) > busiest.seconds(0)) {
        busiest = side;
      }
    }
    return busiest;
  }

  private @Nullable Move best(Side from, Set<Long> moved) {
    final double now = from.seconds(0);
    @Nullable Move best = null;
    for (final TaskLoad task : tasks) {
      if (from.equals(places.get(task.task())) && task.work() > 0 && !moved.contains(task.task())) {
        for (final Side to : sides.values()) {
          if (!to.equals(from)) {
            final double busier = Math.max(from.seconds(-task.work()), to.seconds(task.work()));
            final double worst = busier + newTrafficSeconds(task, from, to);
            if (worst < now && (best == null || worst < best.worst())) {
              best = new Move(task, from, to, worst);
            }
          }
        }
      }
    }
    return best;
  }

  /** What a task's messages cost more on another worker; less where that is negative. */
  private double newTrafficSeconds(TaskLoad task, Side from, Side to) {
    long bytes = 0;
    for (final Map.Entry<Long, Long> partner :
        traffic.getOrDefault(task.task(), Map.of()).entrySet()) {
      final @Nullable Side place = places.get(partner.getKey());
      if (from.equals(place)) {
        bytes += partner.getValue();
      } else if (to.equals(place)) {
        bytes -= partner.getValue();
      }
    }
    return bytes / BYTES_PER_SECOND;
  }
}
