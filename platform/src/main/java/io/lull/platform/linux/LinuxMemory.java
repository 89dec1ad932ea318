package io.lull.platform.linux;

import io.lull.platform.machine.MemorySource;
import io.lull.platform.machine.MemoryState;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Memory by {@code /proc/meminfo}. */
public final class LinuxMemory implements MemorySource {
  private static final long KIBIBYTE = 1 << 10;
  private static final String MEMINFO = "proc/meminfo";
  private final ProcFiles root;

  public LinuxMemory() {
    this(Path.of("/"));
  }

  LinuxMemory(Path root) {
    this.root = new ProcFiles(root);
  }

  @Override
  public MemoryState memory() {
    final OptionalLong available = bytes("MemAvailable");
    final OptionalLong total = bytes("MemTotal");
    return available.isPresent() && total.isPresent()
        ? new MemoryState(available.getAsLong(), total.getAsLong())
        : MemoryState.UNKNOWN;
  }

  /** Of one line of the table; empty: there is none. */
  OptionalLong bytes(String line) {
    return root.text(MEMINFO)
        .orElse("")
        .lines()
        .filter(each -> each.startsWith(line + ":"))
        .mapToLong(each -> Long.parseLong(each.replaceAll("\\D+", "")) * KIBIBYTE)
        .findFirst();
  }
}
