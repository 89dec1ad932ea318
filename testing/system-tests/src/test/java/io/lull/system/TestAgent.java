package io.lull.system;

import io.lull.testkit.process.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A node's agent under test.
 *
 * @param data its data folder
 */
record TestAgent(String name, RunningProgram program, Path data) {

  /** Until it is connected. */
  void awaitReady() {
    program.awaitLine("agent " + name + " ready", TestGrid.SOON);
  }

  /** The processes of a worker, wherever they hang: its work folder is in their command line. */
  List<ProcessHandle> processesOf(String worker) {
    final String folder = data.resolve("work").resolve(worker).toString();
    return ProcessHandle.allProcesses().filter(process -> mentions(process.pid(), folder)).toList();
  }

  /** The workers that have a work folder here. */
  List<String> workFolders() {
    final Path work = data.resolve("work");
    if (!Files.isDirectory(work)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(work)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean mentions(long pid, String folder) {
    final Path proc = Path.of("/proc", Long.toString(pid));
    try {
      return Files.readString(proc.resolve("cmdline"), java.nio.charset.StandardCharsets.ISO_8859_1)
          .contains(folder);
    } catch (IOException e) {
      return false;
    }
  }
}
