package io.lull.cli.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** One workstation: its agent's process, and the input of its owner. */
public final class LocalNode implements AutoCloseable {
  private final String name;
  private final Process agent;
  private final RandomAccessFile hands;
  private boolean atDesk;

  /**
   * @param script a named pipe from which the agent reads its owner's events
   */
  public LocalNode(String name, Process agent, Path script) throws IOException {
    this.name = name;
    this.agent = agent;
    // For reading, too: opened for writing only, a pipe waits for its reader.
    this.hands = new RandomAccessFile(script.toFile(), "rw");
  }

  public String name() {
    return name;
  }

  public Process agent() {
    return agent;
  }

  /** An event of an owner's script, now. */
  public synchronized void does(String event) throws IOException {
    hands.write(("now " + event + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** While the owner is at the desk, each call of {@link #work} touches a key. */
  public synchronized void atDesk(boolean there) {
    atDesk = there;
  }

  public synchronized boolean isAtDesk() {
    return atDesk;
  }

  public synchronized void work() throws IOException {
    if (atDesk && agent.isAlive()) {
      does("input");
    }
  }

  /** Ends its agent at once, like a power failure; its children die with it. */
  public void kill() {
    agent.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    hands.close();
  }
}
