package io.lull.cli.demo;

import java.util.List;

/** The names of the demonstration's workstations. */
final class NodeNames {
  private static final List<String> TREES =
      List.of(
          "alder", "birch", "cedar", "elm", "fir", "hazel", "juniper", "larch", "maple", "oak",
          "pine", "rowan", "spruce", "thuja", "willow", "yew");

  static final int MOST = TREES.size();

  private NodeNames() {}

  static List<String> first(int count) {
    return TREES.subList(0, count);
  }
}
