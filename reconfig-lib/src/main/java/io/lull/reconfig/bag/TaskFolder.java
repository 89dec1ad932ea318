package io.lull.reconfig.bag;

import io.lull.protocol.wire.TaskTry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders with the inputs and outputs of tasks. A command runs in a folder of its own that has
 * nothing in it but the inputs, and what it leaves there, with what it printed, are its outputs; a
 * task in Java has such a folder, without the inputs, when it asks for it.
 *
 * @param root the worker's own
 * @param inputs all of them, by their names
 */
record TaskFolder(Path root, List<Path> inputs) {
  /** A task that writes more files is at fault. */
  static final int MAX_FILES = 100;

  /** Beside the outputs, into which files are moved: of all folders that a worker may write to. */
  private static final String TASKS = ".tasks";

  static final String STDOUT = "stdout";
  static final String STDERR = "stderr";
  private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,180}");

  TaskFolder {
    inputs = List.copyOf(inputs);
  }

  static TaskFolder open(Path root) throws IOException {
    Files.createDirectories(root.resolve("outputs"));
    Files.createDirectories(tasks(root));
    final List<Path> inputs = new ArrayList<>();
    if (Files.isDirectory(root.resolve("inputs"))) {
      try (Stream<Path> files = Files.list(root.resolve("inputs"))) {
        files.sorted().forEach(inputs::add);
      }
    }
    return new TaskFolder(root, inputs);
  }

  /** Where each try has its folder while it runs. */
  static Path tasks(Path root) {
    return root.resolve("outputs").resolve(TASKS);
  }

  /** For tasks that read their inputs where they are, and may call an output like one of them. */
  TaskFolder withoutInputs() {
    return new TaskFolder(root, List.of());
  }

  Path lines() {
    return root.resolve("lines.txt");
  }

  /** Where one try has what it writes. */
  Path own(TaskTry task) {
    return tasks(root).resolve(task.getTask() + "-" + task.getAttempt());
  }

  /** Of one try, with the inputs in it. */
  Path make(TaskTry task) throws IOException {
    final Path own = own(task);
    Files.createDirectories(work(own));
    for (final Path input : inputs) {
      final Path here = work(own).resolve(input.getFileName());
      try {
        Files.createSymbolicLink(here, input);
      } catch (UnsupportedOperationException | FileSystemException e) {
        // No links in this file system, or not for this user, as on Windows: whatever else is wrong
        // is wrong with the copy, too, and told then.
        Files.copy(input, here, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return own;
  }

  static Path work(Path own) {
    return own.resolve("work");
  }

  /** An input that the word names. */
  Optional<Path> input(String word) {
    return inputs.stream()
        .filter(input -> String.valueOf(input.getFileName()).equals(word))
        .findFirst();
  }

  /**
   * Moves what a task wrote to the outputs; what it left there in a try before goes.
   *
   * @return whether there is anything
   * @throws IOException with one line, when it cannot be kept; then none of it is
   */
  boolean keep(TaskTry task, Path own) throws IOException {
    final String prefix = task.getTask() + ".";
    forget(task);
    final List<Path> written = new ArrayList<>();
    if (Files.isDirectory(work(own), LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> files = Files.list(work(own))) {
        files.filter(this::isOutput).limit(MAX_FILES + 1L).forEach(written::add);
      }
    }
    if (written.size() > MAX_FILES) {
      throw new IOException("it wrote more than " + MAX_FILES + " files");
    }
    for (final Path file : written) {
      if (!NAME.matcher(String.valueOf(file.getFileName())).matches()) {
        throw new IOException("it wrote a file whose name cannot be kept");
      }
    }
    for (final String stream : List.of(STDOUT, STDERR)) {
      if (Files.exists(own.resolve(stream)) && Files.size(own.resolve(stream)) > 0) {
        written.add(own.resolve(stream));
      }
    }
    for (final Path file : written) {
      Files.move(
          file,
          root.resolve("outputs").resolve(prefix + file.getFileName()),
          StandardCopyOption.REPLACE_EXISTING);
    }
    return !written.isEmpty();
  }

  private boolean isOutput(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && input(String.valueOf(file.getFileName())).isEmpty();
  }

  /** Nothing of a try before is left that did not come to its end here. */
  void forget(TaskTry task) throws IOException {
    if (task.getAttempt() > 0) {
      forget(task.getTask() + ".");
    }
  }

  private void forget(String prefix) throws IOException {
    final List<Path> old = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve("outputs"))) {
      files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix)).forEach(old::add);
    }
    for (final Path file : old) {
      Files.delete(file);
    }
  }

  /** What stays is the agent's to clear away with all else of the worker: the task is done. */
  static void clear(Path own) {
    try {
      delete(own);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("a task's folder stays: " + e.getMessage());
    }
  }

  /** Symbolic links in it are removed, not followed. */
  private static void delete(Path own) throws IOException {
    final List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(own)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (final Path each : deepestFirst) {
      Files.delete(each);
    }
  }
}
