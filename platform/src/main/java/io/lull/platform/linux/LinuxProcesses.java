package io.lull.platform.linux;

import io.lull.platform.machine.ProcessNames;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Programs from {@code /proc}: each by its name, and by its file's if the name is cut. */
public final class LinuxProcesses implements ProcessNames {
  /** The kernel keeps no more characters of a name. */
  private static final int NAME_CUT_AT = 15;

  private final ProcFiles proc;

  public LinuxProcesses() {
    this(new ProcFiles(Path.of("/proc")));
  }

  LinuxProcesses(ProcFiles proc) {
    this.proc = proc;
  }

  @Override
  public Set<String> running() {
    final Set<String> names = new HashSet<>();
    for (final long pid : proc.processes()) {
      final String name = proc.text(pid + "/comm").map(String::strip).orElse("");
      if (!name.isEmpty()) {
        names.add(name.toLowerCase(Locale.ROOT));
      }
      if (name.length() >= NAME_CUT_AT) {
        proc.text(pid + "/cmdline")
            .map(line -> line.split("\0", 2)[0])
            .map(file -> file.substring(file.lastIndexOf('/') + 1))
            .ifPresent(file -> names.add(file.toLowerCase(Locale.ROOT)));
      }
    }
    return names;
  }
}
