package io.lull.scheduling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matches groups of jobs with classes of nodes, as numbers of nodes.
 *
 * <p>Groups differ in the classes that they can use. Where every node that a group can use is
 * taken, one is freed by moving one of its holder's to another class: an augmenting path of a
 * bipartite matching (Kuhn 1955), found breadth first, so that the fewest nodes change hands. Jobs
 * that can use the same nodes are one group and nodes that the same groups can use are one class,
 * so that thousands of nodes make a graph of a few dozen.
 */
final class Matching {
  /** By group, of classes. */
  private final BitSet[] admits;

  /** By group and class. */
  private final int[][] held;

  /** By class, of groups that hold any. */
  private final BitSet[] holders;

  private final int[] free;
  private final BitSet anyFree = new BitSet();

  /**
   * A group takes a node of a class from the next one of a path; the last takes one that is free.
   */
  record Hand(int group, int nodeClass) {}

  /**
   * @param admits by group, of classes
   * @param free nodes of each class
   */
  Matching(List<BitSet> admits, int[] free) {
    this.admits = admits.toArray(BitSet[]::new);
    this.free = free.clone();
    this.held = new int[this.admits.length][free.length];
    this.holders = new BitSet[free.length];
    for (int c = 0; c < free.length; c++) {
      holders[c] = new BitSet();
      anyFree.set(c, free[c] > 0);
    }
  }

  /** From now on the one can use what the other can. */
  void likens(int group, int other) {
    admits[group] = admits[other];
  }

  boolean grant(int group) {
    final List<Hand> path = path(group);
    if (path == null) {
      return false;
    }
    shift(path, 1);
    return true;
  }

  /**
   * Gives so many nodes, or none.
   *
   * @return how many were to be had, at most as many as were asked for
   */
  int grantAll(int group, int count) {
    final Deque<List<Hand>> granted = new ArrayDeque<>();
    while (granted.size() < count) {
      final List<Hand> path = path(group);
      if (path == null) {
        final int had = granted.size();
        granted.descendingIterator().forEachRemaining(each -> shift(each, -1));
        return had;
      }
      shift(path, 1);
      granted.add(path);
    }
    return count;
  }

  /** All that the group has is free again. */
  void release(int group) {
    for (int c = 0; c < free.length; c++) {
      final int count = held[group][c];
      hold(group, c, -count);
      free(c, count);
    }
  }

  void hold(int group, int nodeClass) {
    hold(group, nodeClass, 1);
    free(nodeClass, -1);
  }

  private void hold(int group, int nodeClass, int more) {
    held[group][nodeClass] += more;
    holders[nodeClass].set(group, held[group][nodeClass] > 0);
  }

  private void free(int nodeClass, int more) {
    free[nodeClass] += more;
    anyFree.set(nodeClass, free[nodeClass] > 0);
  }

  /** Nodes change hands along the path; back again with -1. */
  void shift(List<Hand> path, int one) {
    for (int i = 0; i < path.size(); i++) {
      final int nodeClass = path.get(i).nodeClass();
      hold(path.get(i).group(), nodeClass, one);
      if (i + 1 < path.size()) {
        hold(path.get(i + 1).group(), nodeClass, -one);
      } else {
        free(nodeClass, -one);
      }
    }
  }

  /** How one more could be had; null when it cannot, and then never until something is released. */
  @Nullable List<Hand> path(int wanting) {
    final int direct = firstFree(wanting);
    if (direct >= 0) {
      return List.of(new Hand(wanting, direct));
    }
    final int[] takers = new int[admits.length];
    final int[] taken = new int[admits.length];
    final BitSet reached = new BitSet();
    final BitSet seen = new BitSet();
    final int[] queue = new int[admits.length];
    int size = 0;
    reached.set(wanting);
    queue[size++] = wanting;
    for (int at = 0; at < size; at++) {
      final int group = queue[at];
      final BitSet next = (BitSet) admits[group].clone();
      next.andNot(seen);
      seen.or(next);
      for (int c = next.nextSetBit(0); c >= 0; c = next.nextSetBit(c + 1)) {
        for (int holder = holders[c].nextSetBit(0);
            holder >= 0;
            holder = holders[c].nextSetBit(holder + 1)) {
          if (!reached.get(holder)) {
            reached.set(holder);
            takers[holder] = group;
            taken[holder] = c;
            final int freeClass = firstFree(holder);
            if (freeClass >= 0) {
              return path(wanting, holder, freeClass, takers, taken);
            }
            queue[size++] = holder;
          }
        }
      }
    }
    return null;
  }

  /** -1 for none. */
  private int firstFree(int group) {
    for (int c = anyFree.nextSetBit(0); c >= 0; c = anyFree.nextSetBit(c + 1)) {
      if (admits[group].get(c)) {
        return c;
      }
    }
    return -1;
  }

  private static List<Hand> path(int wanting, int last, int freeClass, int[] takers, int[] taken) {
    final List<Hand> path = new ArrayList<>(List.of(new Hand(last, freeClass)));
    for (int group = last; group != wanting; group = takers[group]) {
      path.add(new Hand(takers[group], taken[group]));
    }
    return path.reversed();
  }
}
