package io.lull.system;

import io.lull.system.TrayHands.Deed;
import io.lull.testkit.process.RunningProgram;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/** A window of the tray application, and a robot before it that does what a test says. */
final class TrayWindow implements AutoCloseable {
  private final RunningProgram program;
  private final SocketChannel connection;
  private final DataInputStream answers;
  private final DataOutputStream orders;

  private TrayWindow(RunningProgram program, SocketChannel connection) {
    this.program = program;
    this.connection = connection;
    this.answers = new DataInputStream(Channels.newInputStream(connection));
    this.orders = new DataOutputStream(Channels.newOutputStream(connection));
  }

  /**
   * @param folder where robot and test meet
   * @param home of the credentials
   * @param agent the agent's data folder
   * @param page that it opens at; empty: its first
   */
  static TrayWindow open(Path folder, Path home, Path agent, String page) {
    final Path socket = folder.resolve("hands.socket");
    final RunningProgram program =
        RunningProgram.named("tray window")
            .command(
                Lull.headlessWindow(
                    TrayHands.class, socket.toString(), home.toString(), agent.toString(), page))
            .start();
    try {
      program.awaitLine(TrayHands.READY, TestGrid.SOON);
      return new TrayWindow(program, SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    } catch (IOException e) {
      program.close();
      throw new UncheckedIOException(e);
    } catch (AssertionError e) {
      program.close();
      throw e;
    }
  }

  TrayWindow click(String name) {
    final Duration _ = order(Deed.CLICK, name, "", TestGrid.SOON);
    return this;
  }

  TrayWindow choose(String menu, String item) {
    final Duration _ = order(Deed.CHOOSE, menu, item, TestGrid.SOON);
    return this;
  }

  TrayWindow put(String field, String text) {
    final Duration _ = order(Deed.PUT, field, text, TestGrid.SOON);
    return this;
  }

  /** Waits for words; how long they took to come. */
  Duration see(String words, Duration deadline) {
    return order(Deed.SEE, words, "", deadline);
  }

  /** Waits until words are gone; how long they stayed. */
  Duration lose(String words, Duration deadline) {
    return order(Deed.LOSE, words, "", deadline);
  }

  private Duration order(Deed deed, String what, String more, Duration deadline) {
    try {
      orders.writeUTF(deed.name());
      orders.writeUTF(what);
      orders.writeUTF(more);
      orders.writeLong(deadline.toMillis());
      orders.flush();
      final String failure = answers.readUTF();
      final Duration took = Duration.ofMillis(answers.readLong());
      if (!failure.isEmpty()) {
        throw new AssertionError(failure + program.said());
      }
      return took;
    } catch (IOException e) {
      throw new AssertionError("the window is gone" + program.said(), e);
    }
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
