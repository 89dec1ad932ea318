package io.lull.reconfig.bag;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs each task as a process in a folder of its own. */
final class CommandRunner implements TaskRunner {
  private static final int LAST_WORDS_BYTES = 4096;
  private static final File NOTHING = new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");

  /** As Java words it on Unix and on Windows, whose number of a missing file is the same. */
  private static final Pattern SYSTEM_ERROR = Pattern.compile("error[:=] ?(\\d+)");

  private static final int ENOENT = 2;
  private static final int EACCES = 13;

  private final Welcome welcome;
  private final TaskCommand command;
  private final TaskFolder folder;
  private final Optional<ContainerImage> image;
  private final Clock clock;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  /**
   * @param image in which the commands run; empty: on the node as it is
   */
  CommandRunner(
      Welcome welcome,
      TaskCommand command,
      TaskFolder folder,
      Optional<ContainerImage> image,
      Clock clock) {
    this.welcome = welcome;
    this.command = command;
    this.folder = folder;
    this.image = image;
    this.clock = clock;
  }

  @Override
  public void run(TaskTry task, Consumer<TaskEnded> ended) {
    final @Nullable TaskEnded end = run(task);
    if (end != null) {
      ended.accept(end);
    }
  }

  /** Null when the worker ends. */
  private @Nullable TaskEnded run(TaskTry task) {
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
        ended.setExitCode(exitCode).setError(exitCode == 0 ? "" : failure(task, exitCode, own));
        ended.setHasOutputs(folder.keep(task, own));
      } finally {
        TaskFolder.clear(own);
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

  private int execute(TaskTry task, Path own) throws IOException, InterruptedException {
    final List<String> words = command.of(task.getTask());
    final String program = words.getFirst();
    folder.input(words.getFirst()).ifPresent(input -> words.set(0, input.toString()));
    final Path work = TaskFolder.work(own);
    final ProcessBuilder builder =
        new ProcessBuilder(image.map(container -> container.command(work, words)).orElse(words))
            .directory(work.toFile())
            .redirectInput(NOTHING)
            .redirectOutput(own.resolve(TaskFolder.STDOUT).toFile())
            .redirectError(own.resolve(TaskFolder.STDERR).toFile());
    final Map<String, String> environment = builder.environment();
    image.ifPresent(_ -> environment.put("PATH", ContainerImage.PATH));
    welcome.getParametersList().forEach(each -> environment.put(each.getName(), each.getValue()));
    environment.put("LULL_JOB", welcome.getJob());
    environment.put("LULL_INDEX", String.valueOf(task.getTask()));
    environment.put("LULL_TASKS", String.valueOf(command.tasks()));
    final long started = clock.nanos();
    final Process process = start(builder, program);
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

  /**
   * @param program as its user named it
   */
  private static Process start(ProcessBuilder builder, String program) throws IOException {
    try {
      return builder.start();
    } catch (IOException e) {
      final Matcher number = SYSTEM_ERROR.matcher(String.valueOf(e.getMessage()));
      final String why =
          switch (number.find() ? Integer.parseInt(number.group(1)) : 0) {
            case ENOENT -> "it is not installed there, and not among the job's inputs (--input)";
            case EACCES -> "it is not a file that may be run";
            default -> "the system says: " + e.getMessage();
          };
      throw new IOException(cannotRun(program, why), e);
    }
  }

  private static String cannotRun(String program, String why) {
    return "the program '" + program + "' cannot be run: " + why;
  }

  private String failure(TaskTry task, int exitCode, Path own) throws IOException {
    final String words = lastLine(own.resolve(TaskFolder.STDERR));
    if (image.isPresent() && ContainerImage.cannotStart(exitCode, words)) {
      return cannotRun(command.of(task.getTask()).getFirst(), ContainerImage.why(exitCode));
    }
    final long most = welcome.getBag().getTaskMillis();
    final String how =
        exitCode == TOO_LONG && most > 0 ? TaskRunner.tooLong(most) : "exit code " + exitCode;
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
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .map(TaskRunner::oneLine)
          .filter(each -> !each.isEmpty())
          .reduce("", (_, next) -> next);
    }
  }

  @Override
  public void endAll() {
    over = true;
    running.forEach(CommandRunner::end);
  }

  /** With what it started. */
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
