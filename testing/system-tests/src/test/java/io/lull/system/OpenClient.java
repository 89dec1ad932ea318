package io.lull.system;

import io.lull.testkit.process.RunningProgram;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
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
  private final RunningProgram program;
  private final SocketChannel connection;
  private final DataInputStream answers;
  private final DataOutputStream questions;

  private OpenClient(RunningProgram program, SocketChannel connection) {
    this.program = program;
    this.connection = connection;
    this.answers = new DataInputStream(Channels.newInputStream(connection));
    this.questions = new DataOutputStream(Channels.newOutputStream(connection));
  }

  /**
   * @param socket where the two meet; it is there until the client is closed
   */
  static OpenClient on(Place place, Path socket) {
    final RunningProgram program =
        RunningProgram.named("open client")
            .command(place.running().apply(Lull.program(ClientProgram.class, socket.toString())))
            .start();
    try {
      program.awaitLine(ClientProgram.READY, TestGrid.SOON);
      return new OpenClient(program, SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    } catch (IOException e) {
      program.close();
      throw new UncheckedIOException(e);
    } catch (AssertionError e) {
      program.close();
      throw e;
    }
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
      questions.writeUTF(home.toString());
      questions.writeInt(arguments.length);
      for (final String argument : arguments) {
        questions.writeUTF(argument);
      }
      questions.flush();
      final int code = answers.readInt();
      final List<String> output = lines(text());
      return new Outcome(command, code, String.join("\n", output), lines(text()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text() throws IOException {
    return new String(answers.readNBytes(answers.readInt()), StandardCharsets.UTF_8);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  @Override
  public void close() {
    try (program) {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
