package io.lull.bench.halo;

import io.lull.cli.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An {@link Echo} in a process of its own. */
final class EchoProcess implements AutoCloseable {
  private static final int ENDS_SECONDS = 20;

  private final Process process;
  private final int port;

  private EchoProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static EchoProcess start(String how) throws IOException {
    final List<String> command = new ArrayList<>();
    command.add(Programs.java().toString());
    command.addAll(Echo.flags());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Echo.class.getName(), how));
    final Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    final BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    final String line = said.readLine();
    if (line == null) {
      throw new IOException("the other process ended at once");
    }
    return new EchoProcess(process, Integer.parseInt(line));
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(ENDS_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
