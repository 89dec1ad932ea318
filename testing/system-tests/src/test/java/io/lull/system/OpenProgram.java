package io.lull.system;

import io.lull.testkit.process.RunningProgram;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * A program of these tests that is kept open and told what to do through a socket in the file
 * system, which hosts share.
 */
final class OpenProgram implements AutoCloseable {
  private final RunningProgram program;
  private final SocketChannel connection;

  final DataInputStream answers;
  final DataOutputStream orders;

  private OpenProgram(RunningProgram program, SocketChannel connection) {
    this.program = program;
    this.connection = connection;
    this.answers = new DataInputStream(Channels.newInputStream(connection));
    this.orders = new DataOutputStream(Channels.newOutputStream(connection));
  }

  /**
   * @param program that was just started, and is ended with this
   * @param ready a line that it says when its socket is there
   */
  static OpenProgram reached(RunningProgram program, String ready, Path socket) {
    try {
      program.awaitLine(ready, TestGrid.SOON);
      return new OpenProgram(program, SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    } catch (IOException e) {
      program.close();
      throw new UncheckedIOException(e);
    } catch (AssertionError e) {
      program.close();
      throw e;
    }
  }

  /** What it printed, for a failure's message. */
  String said() {
    return program.said();
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
