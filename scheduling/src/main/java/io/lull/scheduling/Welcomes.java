package io.lull.scheduling;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Whose jobs the nodes take. Owners who name the same users share a list, so that users whom the
 * same lists name are alike to the policy, however many they are.
 */
final class Welcomes {
  /** Of a node that takes everyone's jobs. */
  private static final int NONE = -1;

  private final Map<Set<String>, Integer> lists = new HashMap<>();
  private final Map<String, BitSet> byUser = new HashMap<>();

  Welcomes(Collection<NodeOffer> nodes) {
    for (final NodeOffer node : nodes) {
      if (!node.welcome().isEmpty()) {
        lists.putIfAbsent(node.welcome(), lists.size());
      }
    }
  }

  /** The lists that name the user; not to be changed. */
  BitSet of(String user) {
    return byUser.computeIfAbsent(user, this::naming);
  }

  private BitSet naming(String user) {
    final BitSet naming = new BitSet(lists.size());
    lists.forEach((users, list) -> naming.set(list, users.contains(user)));
    return naming;
  }

  /** The node's list, by its number. */
  int listOf(NodeOffer node) {
    return node.welcome().isEmpty() ? NONE : lists.getOrDefault(node.welcome(), NONE);
  }

  /** Whether somebody whom these lists name may use a node that has this one. */
  static boolean admits(BitSet naming, int list) {
    return list == NONE || naming.get(list);
  }
}
