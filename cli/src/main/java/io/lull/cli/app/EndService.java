package io.lull.cli.app;

/** Called by a Windows service host in the agent's process, on its own thread, to end the agent. */
public final class EndService {
  private EndService() {}

  /** The agent's shutdown hook ends its guests first. */
  public static void main(String[] arguments) {
    System.exit(0);
  }
}
