package io.lull.cli.local;

import java.util.List;

/** The names of a local grid's workstations. */
public final class NodeNames {
  private static final List<String> TREES =
      List.of(
          "alder", "birch", "cedar", "elm", "fir", "hazel", "juniper", "larch", "maple", "oak",
          "pine", "rowan", "spruce", "thuja", "willow", "yew");

  public static final int MOST = TREES.size();

  private NodeNames() {}

  public static List<String> first(int count) {
    return TREES.subList(0, count);
  }
}
