package io.lull.platform.linux;

import io.lull.platform.machine.MachineFacts;
import io.lull.platform.machine.MachineSource;
import java.nio.file.Path;

/**
 * Facts from the kernel's and the distribution's own files: a library for every system would stay
 * in memory for four facts.
 */
public final class LinuxMachine implements MachineSource {
  private final ProcFiles root;
  private final LinuxMemory memory;

  public LinuxMachine() {
    this(Path.of("/"));
  }

  LinuxMachine(Path root) {
    this.root = new ProcFiles(root);
    this.memory = new LinuxMemory(root);
  }

  @Override
  public MachineFacts facts() {
    final String release = root.text("etc/os-release").orElse("");
    final String host = root.text("proc/sys/kernel/hostname").orElse("").strip();
    final int dot = host.indexOf('.');
    return new MachineFacts(
        (value(release, "NAME", "Linux") + " " + value(release, "VERSION_ID", "")).strip(),
        dot > 0 ? host.substring(0, dot) : host,
        Runtime.getRuntime().availableProcessors(),
        memory
            .bytes("MemTotal")
            .orElseThrow(() -> new IllegalStateException("/proc/meminfo does not tell MemTotal")));
  }

  private static String value(String release, String key, String otherwise) {
    return release
        .lines()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1).replace("\"", "").replace("'", "").strip())
        .findFirst()
        .orElse(otherwise);
  }
}
