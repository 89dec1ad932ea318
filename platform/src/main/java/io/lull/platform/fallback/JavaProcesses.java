package io.lull.platform.fallback;

import io.lull.platform.machine.ProcessNames;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Names of programs, as far as Java tells their files. */
public final class JavaProcesses implements ProcessNames {
  @Override
  public Set<String> running() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().command().stream())
        .map(command -> String.valueOf(Path.of(command).getFileName()).toLowerCase(Locale.ROOT))
        .map(name -> name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name)
        .collect(Collectors.toUnmodifiableSet());
  }
}
