package io.lull.reconfig.bag;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one task after the other, each as a process in a folder of its own; any number of threads.
 */
final class TaskRunner {
  /** For a process that was ended by force. */
  static final Duration ENDS_WITHIN = Duration.ofSeconds(2);

  /** Of a task that could not be run at all. */
  private static final int NOT_RUN = -1;

  /** Of one that ran for too long, as the command {@code timeout} has it. */
  private static final int TOO_LONG = 124;

  private static final int LAST_WORDS_BYTES = 4096;
  private static final int LONGEST_LINE = 300;
  private static final File NOTHING = new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");

  private final Welcome welcome;
  private final TaskCommand command;
  private final TaskFolder folder;
  private final Clock clock;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  TaskRunner(Welcome welcome, TaskCommand command, TaskFolder folder, Clock clock) {
    this.welcome = welcome;
    this.command = command;
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * Runs it to its end.
   *
   * @return null when the worker ends, and what became of the task is nobody's concern any more
   */
  @Nullable TaskEnded run(TaskTry task) {
    final TaskEnded.Builder ended = TaskEnded.newBuilder().setTask(task);
    try {
      final Path own = folder.make(task);
      try {
        final long started = clock.nanos();
        final int exitCode = execute(task, own);
        ended.setRunMicros(TimeUnit.NANOSECONDS.toMicros(clock.nanos() - started));
        if (over) {
          return null;
        }
        ended.setExitCode(exitCode).setError(exitCode == 0 ? "" : failure(exitCode, own));
        ended.setHasOutputs(folder.keep(task, own));
      } finally {
        clear(own);
      }
    } catch (IOException | IllegalArgumentException e) {
      if (ended.getExitCode() == 0) {
        ended.setExitCode(NOT_RUN);
      }
      ended.setError(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    return over ? null : ended.build();
  }

  /** What stays is the agent's to clear away with all else of the worker: the task is done. */
  private static void clear(Path own) {
    try {
      TaskFolder.delete(own);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("a task's folder stays: " + e.getMessage());
    }
  }

  private int execute(TaskTry task, Path own) throws IOException, InterruptedException {
    final List<String> words = command.of(task.getTask());
    folder.input(words.getFirst()).ifPresent(input -> words.set(0, input.toString()));
    final ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(TaskFolder.work(own).toFile())
            .redirectInput(NOTHING)
            .redirectOutput(own.resolve(TaskFolder.STDOUT).toFile())
            .redirectError(own.resolve(TaskFolder.STDERR).toFile());
    builder.environment().put("LULL_JOB", welcome.getJob());
    builder.environment().put("LULL_INDEX", String.valueOf(task.getTask()));
    builder.environment().put("LULL_TASKS", String.valueOf(command.tasks()));
    final long started = clock.nanos();
    final Process process = builder.start();
    running.add(process);
    try {
      if (over) {
        end(process);
      }
      final long most = welcome.getBag().getTaskMillis();
      if (most == 0) {
        return process.waitFor();
      }
      final long left = TimeUnit.MILLISECONDS.toNanos(most) - (clock.nanos() - started);
      if (process.waitFor(left, TimeUnit.NANOSECONDS)) {
        return process.exitValue();
      }
      return TOO_LONG;
    } finally {
      running.remove(process);
      if (process.isAlive()) {
        end(process);
      }
    }
  }

  private String failure(int exitCode, Path own) throws IOException {
    final String words = lastLine(own.resolve(TaskFolder.STDERR));
    final long most = welcome.getBag().getTaskMillis();
    final String how =
        exitCode == TOO_LONG && most > 0
            ? "ran longer than " + Duration.ofMillis(most).toSeconds() + " s"
            : "exit code " + exitCode;
    return words.isEmpty() ? how : how + ": " + words;
  }

  private static String lastLine(Path file) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(0, in.length() - LAST_WORDS_BYTES));
      final byte[] bytes = new byte[(int) (in.length() - in.getFilePointer())];
      in.readFully(bytes);
      final String line =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .map(each -> each.replaceAll("\\p{Cntrl}", " ").strip())
              .filter(each -> !each.isEmpty())
              .reduce("", (_, next) -> next);
      return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line;
    }
  }

  /** Ends all that run; none is begun any more. */
  void endAll() {
    over = true;
    running.forEach(TaskRunner::end);
  }

  /** With what it started. */
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
