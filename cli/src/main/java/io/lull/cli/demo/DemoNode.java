package io.lull.cli.demo;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** One workstation: its agent's process, and the input of its owner. */
final class DemoNode implements AutoCloseable {
  private final String name;
  private final Process agent;
  private final RandomAccessFile hands;
  private boolean atDesk;

  /**
   * @param script a named pipe from which the agent reads its owner's events
   */
  DemoNode(String name, Process agent, Path script) throws IOException {
    this.name = name;
    this.agent = agent;
    // For reading, too: opened for writing only, a pipe waits for its reader.
    this.hands = new RandomAccessFile(script.toFile(), "rw");
  }

  String name() {
    return name;
  }

  Process agent() {
    return agent;
  }

  /** An event of an owner's script, now. */
  synchronized void does(String event) throws IOException {
    hands.write(("now " + event + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** While the owner is at the desk, each call of {@link #work} touches a key. */
  synchronized void atDesk(boolean there) {
    atDesk = there;
  }

  synchronized boolean isAtDesk() {
    return atDesk;
  }

  synchronized void work() throws IOException {
    if (atDesk && agent.isAlive()) {
      does("input");
    }
  }

  /** Ends its agent at once, like a power failure; its children die with it. */
  void kill() {
    agent.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    hands.close();
  }
}
