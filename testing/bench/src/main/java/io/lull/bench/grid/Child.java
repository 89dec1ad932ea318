package io.lull.bench.grid;

import io.lull.protocol.time.SystemClock;
import io.lull.testkit.process.Tools;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program that is spoken with in lines; what it logs is kept in a file. */
public final class Child implements AutoCloseable {
  private static final int MAX_LINES = 100_000;
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

  private final String name;
  private final Path log;
  private final Process process;
  private final OutputStream orders;
  private final BlockingQueue<Line> lines = new ArrayBlockingQueue<>(MAX_LINES);

  /**
   * @param nanos when it was read
   */
  public record Line(String text, long nanos) {}

  private Child(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.orders = process.getOutputStream();
    Thread.ofPlatform().daemon().name(name + "-lines").start(this::read);
  }

  /**
   * @param environment beside this process's own
   */
  public static Child start(
      String name, Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    final Path log = folder.resolve(name + ".log");
    final ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(new File(log.toString())));
    builder.environment().putAll(environment);
    return new Child(name, log, builder.start());
  }

  public long pid() {
    return process.pid();
  }

  /** Words of an order, separated so that none of them may hold a tab. */
  public void tell(String... words) throws IOException {
    orders.write((String.join("\t", words) + "\n").getBytes(StandardCharsets.UTF_8));
    orders.flush();
  }

  /** What it has said so far is of no interest any more. */
  public void forget() {
    lines.clear();
  }

  /**
   * The next line in which the expression is found; those before it are passed over.
   *
   * @throws IOException when none comes
   */
  public Line await(String expression, Duration within) throws IOException, InterruptedException {
    final Pattern pattern = Pattern.compile(expression);
    final long deadline = SystemClock.INSTANCE.nanos() + within.toNanos();
    while (true) {
      final Line line = lines.poll(deadline - SystemClock.INSTANCE.nanos(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new IOException(
            name
                + (process.isAlive() ? "" : " ended and")
                + " did not say '"
                + expression
                + "' within "
                + within.toSeconds()
                + " s; the end of its log: "
                + lastWords());
      }
      if (pattern.matcher(line.text()).find()) {
        return line;
      }
    }
  }

  /** Whether a line in which the expression is found comes within this time. */
  public boolean says(String expression, Duration within) throws InterruptedException {
    try {
      await(expression, within);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether it has said such a line; the line and those before it can still be awaited. */
  public boolean hasSaid(String expression) {
    final Pattern pattern = Pattern.compile(expression);
    return lines.stream().anyMatch(line -> pattern.matcher(line.text()).find());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it without a word, as a crash does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends it a signal, such as STOP. */
  public void signal(String name) {
    Tools.run(ENDS_WITHIN, List.of("kill", "-" + name, Long.toString(pid())));
  }

  private String lastWords() throws IOException {
    final List<String> all = Files.readAllLines(log);
    return String.join(" / ", all.subList(Math.max(0, all.size() - 5), all.size()));
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.offer(new Line(line, SystemClock.INSTANCE.nanos()));
      }
    } catch (IOException e) {
      lines.offer(new Line("(" + e.getMessage() + ")", SystemClock.INSTANCE.nanos()));
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
