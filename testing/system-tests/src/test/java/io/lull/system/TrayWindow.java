package io.lull.system;

import io.lull.system.TrayHands.Deed;
import io.lull.testkit.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A window of the tray application, and a robot before it that does what a test says. */
final class TrayWindow implements AutoCloseable {
  private final OpenProgram program;

  private TrayWindow(OpenProgram program) {
    this.program = program;
  }

  /**
   * @param folder where robot and test meet
   * @param home of the credentials
   * @param agent the agent's data folder
   * @param page that it opens at; empty: its first
   */
  static TrayWindow open(Path folder, Path home, Path agent, String page) {
    final Path socket = folder.resolve("hands.socket");
    return new TrayWindow(
        OpenProgram.reached(
            RunningProgram.named("tray window")
                .command(
                    Lull.headlessWindow(
                        TrayHands.class,
                        socket.toString(),
                        home.toString(),
                        agent.toString(),
                        page))
                .start(),
            TrayHands.READY,
            socket));
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
      program.orders.writeUTF(deed.name());
      program.orders.writeUTF(what);
      program.orders.writeUTF(more);
      program.orders.writeLong(deadline.toMillis());
      program.orders.flush();
      final String failure = program.answers.readUTF();
      final Duration took = Duration.ofMillis(program.answers.readLong());
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
    program.close();
  }
}
