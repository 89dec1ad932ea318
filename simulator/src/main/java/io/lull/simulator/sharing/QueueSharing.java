package io.lull.simulator.sharing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A batch system's queue: a job runs on all its machines, or waits. Those that have begun come
 * before those that have not; else the order is that of submission. A job that has lost a machine
 * gets another or, if there is none, waits without machines.
 *
 * <p>With backfilling, jobs behind the first that cannot begin may do so where they do not delay
 * it, by what users have requested (D. Lifka, <i>The ANL/IBM SP scheduling system</i>, 1995: EASY).
 */
public final class QueueSharing implements SharingPolicy {
  private final boolean backfilling;

  private QueueSharing(boolean backfilling) {
    this.backfilling = backfilling;
  }

  /** First come, first served. */
  public static SharingPolicy fcfs() {
    return new QueueSharing(false);
  }

  /** With backfilling. */
  public static SharingPolicy easy() {
    return new QueueSharing(true);
  }

  @Override
  public Decision decide(View view) {
    return new Decision(new Round(view).machines(), Long.MAX_VALUE);
  }

  /** One decision under way. */
  private final class Round {
    private final View view;
    private final List<List<Integer>> machines = new ArrayList<>();
    private final Iterator<Integer> unused;
    private int unusedCount;

    /** Of jobs that lack others: after those that nobody had. */
    private final ArrayDeque<Integer> given = new ArrayDeque<>();

    Round(View view) {
      this.view = view;
      this.unused = view.free().iterator();
      this.unusedCount = view.free().size();
      view.jobs().forEach(_ -> machines.add(List.of()));
    }

    private int free() {
      return unusedCount + given.size();
    }

    List<List<Integer>> machines() {
      keep();
      final List<Integer> queue = queue();
      int next = 0;
      while (next < queue.size() && begin(queue.get(next))) {
        next++;
      }
      if (backfilling && next < queue.size()) {
        backfill(queue.get(next), queue.subList(next + 1, queue.size()));
      }
      return machines;
    }

    private JobState job(int i) {
      return view.jobs().get(i);
    }

    private int needs(int i) {
      return job(i).job().machines();
    }

    /** Who has all its machines keeps them; who has some gets others, if there are any. */
    private void keep() {
      for (int i = 0; i < machines.size(); i++) {
        final List<Integer> kept = job(i).kept();
        final int lacks = needs(i) - kept.size();
        if (kept.isEmpty() || lacks > free()) {
          given.addAll(kept);
        } else if (lacks == 0) {
          machines.set(i, kept);
        } else {
          final List<Integer> all = new ArrayList<>(kept);
          all.addAll(taken(lacks));
          machines.set(i, all);
        }
      }
    }

    private List<Integer> queue() {
      return IntStream.range(0, machines.size())
          .filter(i -> machines.get(i).isEmpty())
          .boxed()
          .sorted(
              Comparator.comparing((Integer i) -> job(i).width() == 0)
                  .thenComparingInt(i -> job(i).job().number()))
          .toList();
    }

    private boolean begin(int i) {
      if (needs(i) > free()) {
        return false;
      }
      machines.set(i, taken(needs(i)));
      return true;
    }

    private List<Integer> taken(int count) {
      final List<Integer> some = new ArrayList<>();
      while (some.size() < count) {
        if (unusedCount > 0) {
          unusedCount--;
          some.add(unused.next());
        } else {
          some.add(given.removeFirst());
        }
      }
      return some;
    }

    private void backfill(int head, List<Integer> behind) {
      final List<Integer> running =
          IntStream.range(0, machines.size())
              .filter(i -> !machines.get(i).isEmpty())
              .boxed()
              .sorted(Comparator.comparingDouble(this::requestedEnd))
              .toList();
      double shadow = Double.POSITIVE_INFINITY;
      int then = free();
      for (final int i : running) {
        then += machines.get(i).size();
        if (then >= needs(head)) {
          shadow = requestedEnd(i);
          break;
        }
      }
      int spare = then - needs(head);
      for (final int i : behind) {
        final boolean endsBefore = requestedEnd(i) <= shadow;
        if (endsBefore || needs(i) <= spare) {
          final boolean begun = begin(i);
          spare -= begun && !endsBefore ? needs(i) : 0;
        }
      }
    }

    /** When a job would end at the latest if it ran from now on, as its user has requested. */
    private double requestedEnd(int i) {
      final ParallelJob job = job(i).job();
      final double left = job(i).leftMillis() / job.speedup().on(job.machines());
      return view.nowMillis()
          + job(i).standingMillis()
          + Math.max(left, job.requestedMillis() - job.dedicatedMillis() + left);
    }
  }
}
