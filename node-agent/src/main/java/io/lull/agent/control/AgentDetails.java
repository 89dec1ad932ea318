package io.lull.agent.control;

/**
 * What the owner may know of the agent beyond what their own watch tells; asked at every question.
 */
public interface AgentDetails {
  String node();

  /** To a coordinator, now. */
  boolean connected();

  /** HOST:PORT of the one connected to, or tried last. */
  String coordinator();

  /** What holds a guest in: a sentence. */
  String isolation();

  /** Whose worker is here; empty: none is. */
  Visitor visitor();

  /** A worker's job; all empty when there is none. */
  record Visitor(String job, String jobName, String user) {
    public static final Visitor NONE = new Visitor("", "", "");
  }
}
