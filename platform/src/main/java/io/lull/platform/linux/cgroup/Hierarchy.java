package io.lull.platform.linux.cgroup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One mounted tree of control groups.
 *
 * @param unified version 2
 * @param controllers of version 1, bound to it
 * @param own the group of this process in it
 */
record Hierarchy(Path mount, boolean unified, Set<String> controllers, Path own) {
  private static final int ROOT = 3;
  private static final int MOUNT = 4;

  /** Whether this process has no limits of its own here. */
  boolean atTop() {
    return own.equals(mount);
  }

  /**
   * @param mountInfo text of {@code /proc/self/mountinfo}, see proc(5)
   * @param membership text of {@code /proc/self/cgroup}, see cgroups(7)
   */
  static List<Hierarchy> parse(String mountInfo, String membership) {
    final Map<String, String> ownByController = new HashMap<>();
    for (final String line : membership.split("\n")) {
      final String[] f = line.split(":", 3);
      if (f.length == 3) {
        for (final String controller : f[1].split(",")) {
          ownByController.put(controller, f[2]);
        }
      }
    }
    final List<Hierarchy> found = new ArrayList<>();
    for (final String line : mountInfo.split("\n")) {
      final String[] halves = line.split(" - ", 2);
      final String[] place = halves[0].split(" ");
      final String[] system = halves.length < 2 ? new String[0] : halves[1].split(" ");
      if (place.length <= MOUNT || system.length < 3 || !system[0].startsWith("cgroup")) {
        continue;
      }
      final boolean unified = system[0].equals("cgroup2");
      final Set<String> controllers = unified ? Set.of() : Set.of(system[2].split(","));
      final String own =
          unified
              ? ownByController.get("")
              : controllers.stream()
                  .filter(ownByController::containsKey)
                  .findFirst()
                  .map(ownByController::get)
                  .orElse(null);
      // A mount of a subtree shows this process's group if it is in the subtree.
      final String root = place[ROOT].equals("/") ? "" : place[ROOT];
      if (own == null || !(own.equals(root) || own.startsWith(root + "/"))) {
        continue;
      }
      final Path mount = Path.of(place[MOUNT].replace("\\040", " "));
      final String below = own.substring(root.length());
      found.add(
          new Hierarchy(
              mount,
              unified,
              controllers,
              below.length() <= 1 ? mount : mount.resolve(below.substring(1))));
    }
    return found;
  }
}
