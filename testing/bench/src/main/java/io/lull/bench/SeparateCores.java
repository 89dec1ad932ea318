package io.lull.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Gives each process a core of its own, as if each had a machine: two that wake each other are else
 * often put on one core by the kernel, while the other idles. Without {@code taskset} they go where
 * they go.
 */
public final class SeparateCores {
  private static final Path TASKSET = Path.of("/usr/bin/taskset");

  private SeparateCores() {}

  /**
   * @param processes by their numbers; where there are more than cores, they share them
   */
  public static void assign(List<Long> processes) throws IOException, InterruptedException {
    if (!Files.isExecutable(TASKSET)) {
      return;
    }
    final int cores = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < processes.size(); i++) {
      new ProcessBuilder(
              TASKSET.toString(),
              "--all-tasks",
              "--cpu-list",
              "--pid",
              String.valueOf(i % cores),
              String.valueOf(processes.get(i)))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
  }
}
