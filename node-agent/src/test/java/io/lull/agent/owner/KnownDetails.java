package io.lull.agent.owner;

import io.lull.agent.control.AgentDetails;

/** Details of an agent that is connected. */
record KnownDetails(Visitor visitor, long guestMemoryBytes) implements AgentDetails {
  /** There is no guest. */
  static final KnownDetails ALONE = new KnownDetails(new Visitor("", "", ""), 0);

  @Override
  public String node() {
    return "alpha";
  }

  @Override
  public boolean connected() {
    return true;
  }

  @Override
  public String coordinator() {
    return "grid:7400";
  }

  @Override
  public String isolation() {
    return "a sandbox";
  }
}
