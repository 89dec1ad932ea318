package io.lull.cli.command;

import io.lull.cli.json.Json;
import io.lull.cli.json.JsonViews;
import io.lull.protocol.wire.JobView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A command that a user wants to run on their own machine when a job has ended. Its output goes to
 * standard error, which keeps the results clean.
 */
record CompletionCommand(List<String> command, PrintStream err) {
  private static final String JOB = "{}";

  /**
   * @return whether it succeeded
   */
  boolean run(JobView job) throws InterruptedException {
    final List<String> words =
        command.stream().map(word -> word.replace(JOB, job.getId())).toList();
    final ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    final Map<String, String> environment = builder.environment();
    environment.put("LULL_JOB", job.getId());
    environment.put("LULL_JOB_NAME", job.getName());
    environment.put("LULL_JOB_STATE", job.getState());
    environment.put("LULL_JOB_REASON", job.getReason());
    final Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      err.println(
          "lull: --then: "
              + words.getFirst()
              + " cannot be started: check that it exists and that you may run it");
      return false;
    }
    try {
      feed(process, Json.text(JsonViews.job(job)));
      try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
        said.lines().forEach(err::println);
      }
      final int code = process.waitFor();
      if (code != 0) {
        err.println(
            "lull: --then: "
                + words.getFirst()
                + " for "
                + job.getId()
                + " ended with exit code "
                + code);
      }
      return code == 0;
    } catch (IOException e) {
      err.println("lull: --then: " + words.getFirst() + ": " + e.getMessage());
      return false;
    } finally {
      process.destroy();
    }
  }

  /** On its own thread: a program that does not read must not block its output. */
  private static void feed(Process process, String document) {
    Thread.ofVirtual()
        .start(() -> {
          try (OutputStream in = process.getOutputStream()) {
            in.write(document.getBytes(StandardCharsets.UTF_8));
          } catch (IOException e) {
            // It did not want to read it.
          }
        });
  }
}
