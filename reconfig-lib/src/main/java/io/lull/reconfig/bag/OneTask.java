package io.lull.reconfig.bag;

import io.lull.protocol.wire.TaskTry;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One try of a task in Java; it has nothing on disk before it writes something. */
final class OneTask implements TaskContext {
  private final TaskTry task;
  private final Shared shared;
  private final TaskFolder folder;
  private final Path own;
  private final LateFile printed;
  private final PrintStream out;
  private boolean made;
  private boolean over;

  /**
   * What all tasks of a job have in common.
   *
   * @param lines one for each task; none: a task's index is its line
   */
  record Shared(
      String job,
      int tasks,
      List<String> lines,
      Map<String, String> parameters,
      List<Path> inputs) {
    Shared {
      lines = List.copyOf(lines);
      parameters = Map.copyOf(parameters);
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * @throws IllegalArgumentException when there is no such task
   */
  OneTask(TaskTry task, Shared shared, TaskFolder folder) {
    if (task.getTask() < 0 || task.getTask() >= shared.tasks()) {
      throw new IllegalArgumentException("there is no task " + task.getTask());
    }
    this.task = task;
    this.shared = shared;
    this.folder = folder;
    this.own = folder.own(task);
    this.printed = new LateFile(own.resolve(TaskFolder.STDOUT));
    this.out = new PrintStream(printed, false, StandardCharsets.UTF_8);
  }

  @Override
  public String job() {
    return shared.job();
  }

  @Override
  public int index() {
    return task.getTask();
  }

  @Override
  public int tasks() {
    return shared.tasks();
  }

  @Override
  public String line() {
    return shared.lines().isEmpty() ? String.valueOf(index()) : shared.lines().get(index());
  }

  @Override
  public Parameters parameters() {
    return new Parameters(shared.parameters());
  }

  @Override
  public List<Path> inputs() {
    return shared.inputs();
  }

  @Override
  public Path input(String name) {
    return shared.inputs().stream()
        .filter(input -> String.valueOf(input.getFileName()).equals(name))
        .findFirst()
        .orElseThrow(
            () -> new BadInput("there is no input '" + name + "': give it by --input " + name));
  }

  @Override
  public synchronized Path outputs() throws IOException {
    if (over) {
      throw new IllegalStateException("task " + index() + " has ended: it writes nothing any more");
    }
    if (!made) {
      Files.createDirectories(TaskFolder.work(own));
      made = true;
    }
    return TaskFolder.work(own);
  }

  @Override
  public PrintStream out() {
    return out;
  }

  /** From now on it writes nothing more. */
  private synchronized void end() throws IOException {
    over = true;
    if (out.checkError()) {
      throw new IOException("what it printed could not be written");
    }
    printed.close();
  }

  /**
   * Moves what it wrote to the outputs.
   *
   * @return whether there is anything
   * @throws IOException with one line, when it cannot be kept; then none of it is
   */
  boolean keep() throws IOException {
    end();
    if (onDisk()) {
      return folder.keep(task, own);
    }
    folder.forget(task);
    return false;
  }

  /** What it failed of is among its outputs. */
  void lament(Throwable failure) throws IOException {
    final StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    outputs();
    Files.writeString(own.resolve(TaskFolder.STDERR), trace.toString());
  }

  /** Nothing of it stays but what was moved. */
  void clear() {
    if (onDisk()) {
      TaskFolder.clear(own);
    }
  }

  private synchronized boolean onDisk() {
    return made || printed.begun();
  }
}
