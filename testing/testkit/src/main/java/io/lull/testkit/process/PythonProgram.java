package io.lull.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Python interpreter that runs what it is handed, piece by piece: it keeps what it has, such as a
 * connection to a bus, between them, and starting it once is all that takes time.
 */
public final class PythonProgram implements AutoCloseable {
  /** The system's own: its packages are not those of another that the PATH may name first. */
  public static final String PYTHON = "/usr/bin/python3";

  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);
  private static final String END = "\0";

  /** Asked once: a module's import takes long. */
  private static final Map<String, Boolean> INSTALLED = new ConcurrentHashMap<>();

  /** Each line is a piece, in base 64; the answer is what it leaves in {@code ret}. */
  private static final String LOOP =
      """
      import base64, sys, traceback
      scope = {}
      for line in sys.stdin:
          try:
              scope['ret'] = ''
              exec(base64.b64decode(line).decode(), scope)
              answer = 'ok ' + str(scope['ret'])
          except BaseException:
              answer = 'no ' + traceback.format_exc()
          print(base64.b64encode(answer.encode()).decode(), flush=True)
      """;

  private final Process process;
  private final Writer commands;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final Thread reader;

  private PythonProgram(Process process) {
    this.process = process;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.reader = Thread.ofVirtual().start(this::read);
  }

  /** Why a program that needs these modules cannot run here; empty: it can. */
  public static Optional<String> unavailable(String... modules) {
    return Stream.of(modules)
        .filter(module -> !INSTALLED.computeIfAbsent(module, PythonProgram::imports))
        .map(module -> PYTHON + " has no module " + module)
        .findFirst();
  }

  private static boolean imports(String module) {
    try {
      Tools.run(ANSWER, List.of(PYTHON, "-c", "import " + module));
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  public static PythonProgram start(Map<String, String> environment) {
    final ProcessBuilder builder =
        new ProcessBuilder(PYTHON, "-u", "-c", LOOP).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    try {
      return new PythonProgram(builder.start());
    } catch (IOException e) {
      throw new AssertionError(PYTHON + " could not be started", e);
    }
  }

  /** What the piece leaves in {@code ret}, as text; fails with its traceback. */
  public String run(String piece) {
    try {
      commands.write(
          Base64.getEncoder().encodeToString(piece.getBytes(StandardCharsets.UTF_8)) + "\n");
      commands.flush();
      final @Nullable String answer = answers.poll(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
      if (answer == null || answer.equals(END)) {
        throw new AssertionError("Python gave no answer to:\n" + piece);
      }
      final String text = new String(Base64.getDecoder().decode(answer), StandardCharsets.UTF_8);
      if (!text.startsWith("ok ")) {
        throw new AssertionError(piece + "\nfailed:\n" + text.substring("no ".length()));
      }
      return text.substring("ok ".length());
    } catch (IOException e) {
      throw new AssertionError("Python has ended before:\n" + piece, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      // The stream breaks when the program is killed.
    }
    answers.add(END);
  }

  @Override
  public void close() {
    try {
      process.destroy();
      if (!process.waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      reader.join(ENDS_WITHIN);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
