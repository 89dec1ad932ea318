package io.lull.platform.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a guest does not see of /proc, though its own processes are in it: figures that tell of the
 * owner, such as when a key is pressed, and all that changes the kernel.
 */
final class ProcMask {
  /** Interrupts count keystrokes; the others tell of the machine's devices and memory. */
  private static final List<String> FILES =
      List.of(
          "asound",
          "buddyinfo",
          "cmdline",
          "config.gz",
          "consoles",
          "devices",
          "diskstats",
          "dma",
          "execdomains",
          "fb",
          "interrupts",
          "iomem",
          "ioports",
          "kallsyms",
          "kcore",
          "key-users",
          "keys",
          "kmsg",
          "kpagecgroup",
          "kpagecount",
          "kpageflags",
          "latency_stats",
          "locks",
          "mdstat",
          "misc",
          "modules",
          "mtrr",
          "pagetypeinfo",
          "partitions",
          "sched_debug",
          "schedstat",
          "slabinfo",
          "softirqs",
          "swaps",
          "sysrq-trigger",
          "timer_list",
          "timer_stats",
          "vmallocinfo",
          "vmstat",
          "zoneinfo");

  private static final List<String> FOLDERS =
      List.of(
          "acpi",
          "asound",
          "bus",
          "driver",
          "dynamic_debug",
          "fs",
          "irq",
          "pressure",
          "scsi",
          "sysvipc",
          "tty");

  private static final Path PROC = Path.of("/proc");
  private static final String SETTINGS = "sys";
  private static final String STATISTICS = "stat";

  private ProcMask() {}

  /**
   * Bubblewrap's options, after the one that mounts a /proc.
   *
   * @param at where it is mounted
   * @param statistics a file in the place of the machine's statistics
   * @param empty a file in the place of all others
   */
  static List<String> options(Path at, Path statistics, Path empty) {
    final List<String> options = new ArrayList<>();
    // Root without capabilities is still the owner of these files, and may write them.
    options.addAll(
        List.of("--ro-bind", PROC.resolve(SETTINGS).toString(), at.resolve(SETTINGS).toString()));
    options.addAll(List.of("--ro-bind", statistics.toString(), at.resolve(STATISTICS).toString()));
    for (final String name : FILES) {
      final Path file = PROC.resolve(name);
      if (Files.exists(file) && !Files.isDirectory(file)) {
        options.addAll(List.of("--ro-bind", empty.toString(), at.resolve(name).toString()));
      }
    }
    for (final String name : FOLDERS) {
      if (Files.isDirectory(PROC.resolve(name))) {
        final String folder = at.resolve(name).toString();
        options.addAll(List.of("--tmpfs", folder, "--remount-ro", folder));
      }
    }
    return options;
  }

  /** As many processors as there are, and when the machine started, and else only zeros. */
  static String statistics() throws IOException {
    final StringBuilder text = new StringBuilder();
    for (final String line : Files.readAllLines(PROC.resolve(STATISTICS))) {
      if (line.startsWith("cpu")) {
        text.append(line, 0, line.indexOf(' ')).append(" 0 0 0 0 0 0 0 0 0 0\n");
      } else if (line.startsWith("btime ")) {
        text.append(line).append('\n');
      }
    }
    return text.toString();
  }
}
