package io.lull.platform.linux.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where groups can be made on this machine, and their capabilities, found by probing: the same
 * kernel allows different ones to another user, in a container, or below another init.
 *
 * @param tops the agent's own folder in each hierarchy, which contains its guests'
 */
record GroupPlaces(Map<GroupCapability, Top> tops) {
  private static final Logger LOG = LoggerFactory.getLogger(GroupPlaces.class);

  /** Made by the service manager from an installed unit: it is not removed. */
  private static final String SLICE = "lull.slice";

  /**
   * The group for an agent's own processes in a subtree delegated to it: a group that limits others
   * may contain none itself.
   */
  static final String DELEGATED = "agent";

  private static final String TRIAL = "trial";
  private static final List<String> CONTROLLERS = List.of("cpu", "memory", "io", "pids");
  static final long PERIOD_MICROS = 20_000;

  GroupPlaces {
    tops = Map.copyOf(tops);
  }

  /**
   * @param mount of its hierarchy
   * @param folder the agent's own
   * @param parent of the agents' folders
   */
  record Top(Path mount, Path parent, Path folder, boolean unified) {
    static Top in(Path mount, Path parent, AgentName agent, boolean unified) {
      return new Top(mount, parent, parent.resolve(agent.toString()), unified);
    }

    /** Lull's highest group, whose weight competes with the owner's. */
    Path highest() {
      return parent.endsWith(SLICE) ? parent : folder;
    }

    /**
     * Where a weight competes with everybody's: at the top, or in the slice, whose own unit has the
     * minimum weight.
     */
    private boolean weighs() {
      return mount.equals(highest().getParent()) || parent.startsWith(mount.resolve(SLICE));
    }
  }

  Optional<Top> of(GroupCapability power) {
    return Optional.ofNullable(tops.get(power));
  }

  Set<Top> distinct() {
    return Set.copyOf(tops.values());
  }

  static GroupPlaces probe(List<Hierarchy> hierarchies, GroupFiles files, AgentName agent) {
    final Map<GroupCapability, Top> tops = new EnumMap<>(GroupCapability.class);
    for (final Hierarchy hierarchy : hierarchies) {
      if (hierarchy.unified()
          && candidates(hierarchy, agent).anyMatch(top -> tryOut(top, files, tops))) {
        break;
      }
    }
    for (final Hierarchy hierarchy : hierarchies) {
      // A group of version 1 that limits the agent limits its guests as well: they stay in it.
      if (!hierarchy.unified() && hierarchy.atTop()) {
        tryOut(Top.in(hierarchy.mount(), hierarchy.mount(), agent, false), files, tops);
      }
    }
    return new GroupPlaces(tops);
  }

  /** An idle weight has no effect below a group that has a weight: the highest place is best. */
  private static Stream<Top> candidates(Hierarchy hierarchy, AgentName agent) {
    final Path mount = hierarchy.mount();
    final Path own = hierarchy.own();
    final Path given = own.endsWith(DELEGATED) && own.getParent() != null ? own.getParent() : own;
    return Stream.of(mount.resolve(SLICE), mount, given)
        .filter(parent -> !parent.endsWith(SLICE) || Files.isDirectory(parent))
        .map(parent -> Top.in(mount, parent, agent, true));
  }

  /**
   * @return whether groups can be made there
   */
  private static boolean tryOut(Top top, GroupFiles files, Map<GroupCapability, Top> tops) {
    final Path group = top.folder().resolve(TRIAL);
    try {
      prepare(top, files);
      files.make(group);
      final Map<GroupCapability, Boolean> can =
          top.unified() ? tryUnified(top, group, files) : tryOld(top, group, files);
      can.forEach((power, granted) -> {
        if (granted) {
          tops.putIfAbsent(power, top);
        }
      });
      return true;
    } catch (IOException e) {
      LOG.debug("no control groups in {}: {}", top.folder(), e.getMessage());
      return false;
    } finally {
      files.remove(group);
      files.remove(top.folder());
    }
  }

  /** Makes the agent's own group, and enables the controllers of the groups in it. */
  static void prepare(Top top, GroupFiles files) throws IOException {
    enable(top.mount(), files);
    if (!top.parent().equals(top.mount())) {
      enable(top.parent(), files);
    }
    files.make(top.folder());
    enable(top.folder(), files);
  }

  /** A missing controller only costs its capability. */
  private static void enable(Path group, GroupFiles files) {
    final Optional<String> enabled = files.read(group.resolve("cgroup.subtree_control"));
    if (enabled.isEmpty()) {
      return;
    }
    final String there = files.read(group.resolve("cgroup.controllers")).orElse("");
    for (final String controller : CONTROLLERS) {
      if (words(there).contains(controller) && !words(enabled.get()).contains(controller)) {
        files.tryWrite(group.resolve("cgroup.subtree_control"), "+" + controller);
      }
    }
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
  }

  private static Map<GroupCapability, Boolean> tryUnified(Top top, Path group, GroupFiles files) {
    return Map.of(
        GroupCapability.STOP,
        files.tryWrite(group.resolve("cgroup.freeze"), "0")
            && Files.isWritable(group.resolve("cgroup.kill"))
            && Files.isReadable(group.resolve("cgroup.events")),
        GroupCapability.USE,
        files.read(group.resolve("cpu.stat")).filter(s -> s.contains("usage_usec")).isPresent(),
        GroupCapability.IDLE,
        top.weighs() && idle(top, files, true),
        GroupCapability.SHARE,
        files.tryWrite(group.resolve("cpu.max"), "max " + PERIOD_MICROS),
        GroupCapability.MEMORY,
        files.tryWrite(group.resolve("memory.max"), "max"),
        GroupCapability.DISK,
        files.read(group.resolve("io.stat")).isPresent(),
        GroupCapability.PROCESSES,
        files.tryWrite(group.resolve("pids.max"), "max"));
  }

  private static Map<GroupCapability, Boolean> tryOld(Top top, Path group, GroupFiles files) {
    return Map.of(
        GroupCapability.USE,
        files.read(group.resolve("cpuacct.usage")).isPresent(),
        GroupCapability.IDLE,
        idle(top, files, true),
        GroupCapability.SHARE,
        files.tryWrite(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS)),
        GroupCapability.MEMORY,
        files.tryWrite(group.resolve("memory.limit_in_bytes"), "-1"),
        GroupCapability.DISK,
        files.read(group.resolve("blkio.throttle.io_service_bytes")).isPresent(),
        GroupCapability.PROCESSES,
        files.tryWrite(group.resolve("pids.max"), "max"));
  }

  /**
   * The idle policy for all of Lull's, or the minimum weight on a kernel without an idle policy for
   * groups; or the normal weight.
   *
   * @return whether the kernel accepted it
   */
  static boolean idle(Top top, GroupFiles files, boolean idle) {
    final Path group = top.highest();
    return files.tryWrite(group.resolve("cpu.idle"), idle ? "1" : "0")
        || (top.unified()
            ? files.tryWrite(group.resolve("cpu.weight"), idle ? "1" : "100")
            : files.tryWrite(group.resolve("cpu.shares"), idle ? "2" : "1024"));
  }
}
