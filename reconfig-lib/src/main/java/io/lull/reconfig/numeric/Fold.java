package io.lull.reconfig.numeric;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Joins the results of numbered iterations by an operation of an author's. Which two are joined
 * follows from their numbers only: those of 2k and 2k + 1 first, and so on up a binary tree. So an
 * operation that rounds, or that is not associative, gives the same whoever has done which
 * iterations and in whatever order. For one thread.
 */
public final class Fold<R> {
  /**
   * What the iterations from {@code first} on gave, {@code 1 << level} of them, joined.
   *
   * @param first a multiple of their number
   */
  public record Node<R>(long first, int level, R joined) {
    /** No iteration has a greater number. */
    public static final int MOST_LEVEL = Long.SIZE - 2;

    /**
     * @throws IllegalArgumentException when the level or the first iteration cannot be
     */
    public Node {
      if (level < 0 || level > MOST_LEVEL || first < 0 || (first & (1L << level) - 1) != 0) {
        throw new IllegalArgumentException(
            "no part of a reduction begins with " + first + " on level " + level);
      }
    }

    private boolean isLeftOf(Node<R> other) {
      return level == other.level
          && other.first - first == 1L << level
          && (first & 1L << level) == 0;
    }
  }

  private final BinaryOperator<R> join;
  private final List<Node<R>> nodes = new ArrayList<>();

  /**
   * @param join of what lower iterations gave with what higher ones gave
   */
  public Fold(BinaryOperator<R> join) {
    this.join = join;
  }

  /** Joins nodes that have no iteration in common, in any order. */
  public static <R> Fold<R> of(BinaryOperator<R> join, Collection<Node<R>> nodes) {
    final Fold<R> fold = new Fold<>(join);
    nodes.stream().sorted(Comparator.comparingLong(Node::first)).forEach(fold::add);
    return fold;
  }

  /**
   * Adds what came of later iterations than all before.
   *
   * @throws IllegalArgumentException when they are not later
   */
  public void add(Node<R> node) {
    if (!nodes.isEmpty() && nodes.getLast().first + (1L << nodes.getLast().level) > node.first) {
      throw new IllegalArgumentException("an iteration is in two parts of a reduction");
    }
    Node<R> last = node;
    while (!nodes.isEmpty() && nodes.getLast().isLeftOf(last)) {
      final Node<R> left = nodes.removeLast();
      last = new Node<>(left.first, left.level + 1, join.apply(left.joined, last.joined));
    }
    nodes.add(last);
  }

  /** The parts that no others are there to be joined with, in the order of their iterations. */
  public List<Node<R>> nodes() {
    return List.copyOf(nodes);
  }

  /** All that there is, joined from the first iterations to the last; empty: there is none. */
  public Optional<R> joined() {
    return nodes.stream().map(Node::joined).reduce(join);
  }
}
