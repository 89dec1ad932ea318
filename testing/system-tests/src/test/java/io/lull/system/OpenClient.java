package io.lull.system;

import io.lull.testkit.process.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * The distribution's client kept open on a host: one Java program that runs one command after
 * another, told through a socket in the file system, which hosts share. A command as a program of
 * its own takes a second of a processor, and takes it from the guests that a test waits for.
 */
final class OpenClient implements AutoCloseable {
  private final OpenProgram program;

  private OpenClient(OpenProgram program) {
    this.program = program;
  }

  /**
   * @param socket where the two meet; it is there until the client is closed
   */
  static OpenClient on(Place place, Path socket) {
    return new OpenClient(
        OpenProgram.reached(
            RunningProgram.named("open client")
                .command(
                    place.running().apply(Lull.program(ClientProgram.class, socket.toString())))
                .start(),
            ClientProgram.READY,
            socket));
  }

  /** Runs a command to its end, with the credentials of this folder. */
  Outcome run(Path home, String... arguments) {
    final String command = "lull " + String.join(" ", arguments);
    try {
      return CompletableFuture.supplyAsync(() -> ask(command, home, arguments))
          .orTimeout(Lull.COMMAND.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      throw new AssertionError(command + " got no answer" + program.said(), e);
    }
  }

  private synchronized Outcome ask(String command, Path home, String... arguments) {
    try {
      program.orders.writeUTF(home.toString());
      program.orders.writeInt(arguments.length);
      for (final String argument : arguments) {
        program.orders.writeUTF(argument);
      }
      program.orders.flush();
      final int code = program.answers.readInt();
      final List<String> output = lines(text());
      return new Outcome(command, code, String.join("\n", output), lines(text()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text() throws IOException {
    return new String(
        program.answers.readNBytes(program.answers.readInt()), StandardCharsets.UTF_8);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  @Override
  public void close() {
    program.close();
  }
}
