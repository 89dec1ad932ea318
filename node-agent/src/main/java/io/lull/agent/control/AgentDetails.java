package io.lull.agent.control;

/**
 * Facts about the agent for its owner, beyond those of the owner's watch; read at every question.
 */
public interface AgentDetails {
  String node();

  /** Whether a coordinator is connected. */
  boolean connected();

  /** HOST:PORT of the coordinator that is connected, or was tried last. */
  String coordinator();

  /** How guests are confined: a sentence. */
  String isolation();

  /** The job whose worker is here; empty: none. */
  Visitor visitor();

  /** What guests have of memory. */
  long guestMemoryBytes();

  /** A worker's job; all empty: none. */
  record Visitor(String job, String jobName, String user) {
    public static final Visitor NONE = new Visitor("", "", "");
  }
}
