package io.lull.simulator.sharing;

import io.lull.simulator.trace.OfferCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Machines that are offered and that no job has, those first that have been idle longest. */
public final class FreeMachines {
  private final OfferCursor offers;
  private final Comparator<Integer> longestIdle;
  private final TreeSet<Integer> free;

  FreeMachines(OfferCursor offers) {
    this.offers = offers;
    this.longestIdle =
        Comparator.comparingLong((Integer machine) -> offers.idleMillis(machine))
            .thenComparingInt(machine -> machine);
    this.free = new TreeSet<>(longestIdle);
  }

  void add(int machine) {
    free.add(machine);
  }

  /** Before anything else is told of the machine: its place depends on since when it was idle. */
  void remove(int machine) {
    free.remove(machine);
  }

  public int size() {
    return free.size();
  }

  /** Since when a machine that is offered is idle. */
  public long idleMillis(int machine) {
    return offers.idleMillis(machine);
  }

  /** Some machines that are offered, those first that have been idle longest. */
  public List<Integer> longestIdle(List<Integer> machines) {
    return machines.stream().sorted(longestIdle).toList();
  }

  /** All of them, as far as somebody goes through them. */
  public Iterator<Integer> iterator() {
    return free.iterator();
  }

  /**
   * Those that have been idle longest.
   *
   * @param count so many, or as many as there are
   * @param released others that are free as well
   */
  public List<Integer> first(int count, List<Integer> released) {
    final List<Integer> others = new ArrayList<>(released);
    others.sort(longestIdle);
    final List<Integer> first = new ArrayList<>();
    final Iterator<Integer> own = free.iterator();
    int next = 0;
    @Nullable Integer candidate = own.hasNext() ? own.next() : null;
    while (first.size() < count && (candidate != null || next < others.size())) {
      if (candidate == null
          || (next < others.size() && longestIdle.compare(others.get(next), candidate) < 0)) {
        first.add(others.get(next++));
      } else {
        first.add(candidate);
        candidate = own.hasNext() ? own.next() : null;
      }
    }
    return first;
  }
}
