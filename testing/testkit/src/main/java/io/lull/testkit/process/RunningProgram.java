package io.lull.testkit.process;

import io.lull.testkit.time.Eventually;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A child program of a test. What it prints is collected; it can be waited for, stopped and killed
 * by its handle; closing it ends it with all its descendants, and fails the test when it logged an
 * error that the test did not announce.
 */
public final class RunningProgram implements AutoCloseable {
  /** How long a program may take to end when asked to. */
  public static final Duration ENDS_WITHIN = Duration.ofSeconds(15);

  /** Only the newest lines are kept of a program that never stops talking. */
  private static final int MAX_LINES = 100_000;

  private static final Pattern COMPLAINT =
      Pattern.compile(
          "\\b(SEVERE|ERROR|FATAL)\\b|^Exception in thread|^\\s+at [\\w.$/]+\\(.*\\)$"
              + "|java\\.lang\\.(OutOfMemory|StackOverflow)Error|\"level\":\"error\"");

  private final String name;
  private final Process process;
  private final List<Pattern> expected;
  private final boolean anyLog;
  private final List<String> lines = new ArrayList<>();
  private final List<String> output = new ArrayList<>();
  private final List<Thread> readers;
  private final Set<ProcessHandle> family = new LinkedHashSet<>();

  private RunningProgram(Builder builder, Process process) {
    this.name = builder.name;
    this.process = process;
    this.expected = List.copyOf(builder.expected);
    this.anyLog = builder.anyLog;
    this.readers =
        List.of(reader(process.getInputStream(), true), reader(process.getErrorStream(), false));
  }

  /** Begins the description of a program; the name is for messages. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** It and all that it started, as far as they are still known as its descendants. */
  public List<ProcessHandle> family() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  /** All lines so far, of both streams, in the order of their coming. */
  public List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** Standard output so far. */
  public String output() {
    synchronized (lines) {
      return String.join("\n", output);
    }
  }

  /** Lines of the standard error so far. */
  public List<String> errorLines() {
    synchronized (lines) {
      final List<String> rest = new ArrayList<>(lines);
      output.forEach(rest::remove);
      return rest;
    }
  }

  /** The first line, already there or still to come, in which the expression is found. */
  public String awaitLine(String expression, Duration deadline) {
    return awaitLine(expression, 0, deadline);
  }

  /** The same among the lines after the first {@code from}. */
  public String awaitLine(String expression, int from, Duration deadline) {
    final Pattern pattern = Pattern.compile(expression);
    final String line =
        within(
            deadline,
            "a line with '" + expression + "'",
            () -> {
              final boolean ended = !process.isAlive() && drained();
              final @Nullable String found = find(pattern, from);
              return found != null ? found : ended ? "" : null;
            });
    if (line.isEmpty()) {
      throw new AssertionError(
          name
              + " ended ("
              + process.exitValue()
              + ") without a line '"
              + expression
              + "'"
              + said());
    }
    return line;
  }

  /** Its exit code. */
  public int awaitExit(Duration deadline) {
    within(deadline, "its end", () -> (process.isAlive() || !drained()) ? null : Boolean.TRUE);
    return process.exitValue();
  }

  /** SIGTERM, to it alone. */
  public void terminate() {
    family.addAll(process.descendants().toList());
    process.destroy();
  }

  /** SIGKILL, to it alone: what it started lives on. */
  public void kill() {
    family.addAll(process.descendants().toList());
    process.destroyForcibly();
    within(ENDS_WITHIN, "its end after SIGKILL", () -> process.isAlive() ? null : Boolean.TRUE);
  }

  /** SIGKILL to it and its descendants, as when the machine's plug is pulled. */
  public void killFamily() {
    final List<ProcessHandle> doomed = family();
    doomed.forEach(ProcessHandle::destroyForcibly);
    within(
        ENDS_WITHIN,
        "the end of its descendants after SIGKILL",
        () -> doomed.stream().anyMatch(Processes::running) ? null : Boolean.TRUE);
  }

  /** What it printed, for a failure's message. */
  public String said() {
    final List<String> all = lines();
    final int from = Math.max(0, all.size() - 200);
    return "\n--- "
        + name
        + (process.isAlive() ? " (alive)" : " (ended with " + process.exitValue() + ")")
        + (from > 0 ? ", its last 200 lines" : "")
        + " ---\n"
        + String.join("\n", all.subList(from, all.size()))
        + "\n---";
  }

  @Override
  public void close() {
    family.addAll(process.descendants().toList());
    try {
      process.destroy();
      if (!process.waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      for (final ProcessHandle relative : family) {
        relative.destroyForcibly();
      }
      within(
          ENDS_WITHIN,
          "the end of its descendants",
          () -> family.stream().anyMatch(Processes::running) ? null : Boolean.TRUE);
      for (final Thread reader : readers) {
        reader.join(ENDS_WITHIN);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    final List<String> complaints = complaints();
    if (!complaints.isEmpty()) {
      throw new AssertionError(
          name
              + " logged an error that the test did not expect: "
              + complaints.getFirst()
              + said());
    }
  }

  /** Lines that look like an error and were not announced. */
  public List<String> complaints() {
    if (anyLog) {
      return List.of();
    }
    return lines().stream()
        .filter(line -> COMPLAINT.matcher(line).find())
        .filter(line -> expected.stream().noneMatch(pattern -> pattern.matcher(line).find()))
        .toList();
  }

  private @Nullable String find(Pattern pattern, int from) {
    synchronized (lines) {
      for (int i = from; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          return lines.get(i);
        }
      }
      return null;
    }
  }

  private boolean drained() {
    return readers.stream().noneMatch(Thread::isAlive);
  }

  private <T> T within(
      Duration deadline, String what, java.util.function.Supplier<? extends @Nullable T> question) {
    try {
      return Eventually.get(what + " of " + name, deadline, question);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + said(), e);
    }
  }

  private Thread reader(InputStream stream, boolean standardOutput) {
    // A virtual one that waits for a pipe holds a carrier; a few of them would hold up all others.
    return Thread.ofPlatform()
        .daemon()
        .name(name + (standardOutput ? "-output" : "-errors"))
        .start(() -> {
          try (BufferedReader reader =
              new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
              synchronized (lines) {
                if (lines.size() >= MAX_LINES) {
                  lines.subList(0, MAX_LINES / 2).clear();
                }
                lines.add(line);
                if (standardOutput) {
                  output.add(line);
                }
              }
            }
          } catch (IOException e) {
            // The stream breaks when the program is killed; what came before is kept.
            synchronized (lines) {
              lines.add("(" + e.getMessage() + ")");
            }
          }
        });
  }

  /** What to start and what to expect of it. */
  public static final class Builder {
    private final String name;
    private final List<String> command = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Set<String> unset = new LinkedHashSet<>();
    private final List<Pattern> expected = new ArrayList<>();
    private boolean anyLog;
    private @Nullable Path folder;

    private Builder(String name) {
      this.name = name;
    }

    public Builder command(List<String> words) {
      command.addAll(words);
      return this;
    }

    public Builder environment(String key, String value) {
      environment.put(key, value);
      return this;
    }

    public Builder withoutEnvironment(String key) {
      unset.add(key);
      return this;
    }

    public Builder in(Path workingDirectory) {
      folder = workingDirectory;
      return this;
    }

    /** Lines of the log in which this is found are no reason to fail. */
    public Builder expecting(String expression) {
      expected.add(Pattern.compile(expression));
      return this;
    }

    /** For programs that are not Lull's. */
    public Builder toleratingAnyLog() {
      anyLog = true;
      return this;
    }

    public RunningProgram start() {
      final ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      builder.environment().putAll(environment);
      builder.environment().keySet().removeAll(unset);
      if (folder != null) {
        builder.directory(folder.toFile());
      }
      try {
        return new RunningProgram(this, builder.start());
      } catch (IOException e) {
        throw new AssertionError(name + " could not be started", e);
      }
    }
  }
}
