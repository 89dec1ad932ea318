package io.lull.platform.linux.cgroup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Plain folders that fill themselves with the files that a kernel puts into control groups. */
final class KernelOnPaper extends GroupFiles {
  private static final Map<String, Map<String, String>> UNIFIED =
      Map.of(
          "cpu", Map.of("cpu.idle", "0", "cpu.max", "max 100000", "cpu.weight", "100"),
          "memory", Map.of("memory.max", "max", "memory.high", "max", "memory.oom.group", "0"),
          "io", Map.of("io.stat", "8:0 rbytes=10 wbytes=5 rios=1 wios=1"),
          "pids", Map.of("pids.max", "max"));

  private final Path mount;
  private final Map<String, String> always;
  private final Set<Path> others;

  private KernelOnPaper(Path mount, Map<String, String> always, Set<Path> others) {
    this.mount = mount;
    this.always = always;
    this.others = others;
  }

  /** The same for a user to whom these groups do not belong. */
  KernelOnPaper refusing(Path... groups) {
    return new KernelOnPaper(mount, always, Set.of(groups));
  }

  /** A tree of version 2, with controllers at its root. */
  static KernelOnPaper unified(Path mount, String controllers) throws IOException {
    Files.writeString(mount.resolve("cgroup.controllers"), controllers);
    Files.writeString(mount.resolve("cgroup.subtree_control"), "");
    return new KernelOnPaper(
        mount,
        Map.of(
            "cgroup.freeze", "0",
            "cgroup.kill", "",
            "cgroup.events", "populated 0\nfrozen 1\n",
            "cpu.stat", "usage_usec 7\nuser_usec 7\n",
            "cgroup.subtree_control", ""),
        Set.of());
  }

  /** A tree of version 1. */
  static KernelOnPaper old(Path mount, Map<String, String> files) {
    return new KernelOnPaper(mount, files, Set.of());
  }

  @Override
  void make(Path group) throws IOException {
    if (Files.isDirectory(group) || group.getParent() == null) {
      return;
    }
    if (others.contains(group.getParent())) {
      throw new AccessDeniedException(group.toString());
    }
    super.make(group);
    final Map<String, String> files = new TreeMap<>(always);
    files.put("cgroup.procs", "");
    read(group.resolveSibling("cgroup.subtree_control"))
        .ifPresent(enabled -> {
          files.put("cgroup.controllers", enabled);
          for (final String controller : enabled.strip().split(" ")) {
            files.putAll(UNIFIED.getOrDefault(controller, Map.of()));
          }
        });
    for (final Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(group.resolve(file.getKey()), file.getValue());
    }
  }

  @Override
  boolean remove(Path group) {
    if (group.equals(mount) || !groupsIn(group).isEmpty() || !members(group).isEmpty()) {
      return false;
    }
    try (Stream<Path> files = Files.list(group)) {
      for (final Path file : files.toList()) {
        Files.delete(file);
      }
      return super.remove(group);
    } catch (IOException e) {
      return !Files.exists(group);
    }
  }

  @Override
  void write(Path file, String text) throws IOException {
    if (others.contains(file.getParent())) {
      throw new AccessDeniedException(file.toString());
    }
    super.write(
        file,
        file.endsWith("cgroup.subtree_control")
            ? (read(file).orElse("") + " " + text.substring(1)).strip()
            : text);
  }

  List<Path> left() {
    return groupsIn(mount);
  }
}
