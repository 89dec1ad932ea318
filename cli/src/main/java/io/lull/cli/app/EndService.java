package io.lull.cli.app;

/** What a Windows service host calls within the agent's process, on its own thread, to end it. */
public final class EndService {
  private EndService() {}

  /** The agent's own hook ends its guests first. */
  public static void main(String[] arguments) {
    System.exit(0);
  }
}
