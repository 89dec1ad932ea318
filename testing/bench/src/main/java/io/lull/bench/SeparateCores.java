package io.lull.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  /** A thread of the process may end while its threads are gone through. */
  private static final int MOST_ATTEMPTS = 5;

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
      set(String.valueOf(i % cores), processes.get(i));
    }
  }

  /** One process gets the cores that another has. */
  public static void share(long ofProcess, long process) throws IOException, InterruptedException {
    if (!Files.isExecutable(TASKSET)) {
      return;
    }
    final Process asked =
        new ProcessBuilder(TASKSET.toString(), "--cpu-list", "--pid", String.valueOf(ofProcess))
            .start();
    final String answer = new String(asked.getInputStream().readAllBytes(), UTF_8).strip();
    set(answer.substring(answer.lastIndexOf(' ') + 1), process);
  }

  private static void set(String cores, long process) throws IOException, InterruptedException {
    for (int attempt = 1; !taskset(cores, process); attempt++) {
      if (attempt == MOST_ATTEMPTS) {
        throw new IOException("process " + process + " cannot be given cores");
      }
    }
  }

  private static boolean taskset(String cores, long process)
      throws IOException, InterruptedException {
    return new ProcessBuilder(
                TASKSET.toString(),
                "--all-tasks",
                "--cpu-list",
                "--pid",
                cores,
                String.valueOf(process))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
