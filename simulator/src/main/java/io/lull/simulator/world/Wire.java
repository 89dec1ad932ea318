package io.lull.simulator.world;

import io.lull.agent.core.session.SessionEvent;
import io.lull.coordinator.core.session.SessionProtocol;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;

/** One connection of an agent to a coordinator. */
final class Wire {
  /** With so many reports on their way the agent waits. */
  private static final int WINDOW = 64;

  private final long number;
  private final AgentProcess agent;
  private final SimulatedMember member;
  private final Channel up;
  private final Channel down;
  final SimulatedSession session;
  final SessionProtocol protocol = new SessionProtocol();

  /**
   * @param number as the agent counts its connections
   */
  Wire(long number, AgentProcess agent, SimulatedMember member, SimulatedGrid grid) {
    this.number = number;
    this.agent = agent;
    this.member = member;
    this.up =
        new Channel(
            grid.agenda(), grid::delayNanos, () -> agent.host().reachable() && member.receives());
    this.down = new Channel(grid.agenda(), grid::delayNanos, agent.host()::reachable);
    this.session = new SimulatedSession(agent.host().name(), this, member.clock());
  }

  long number() {
    return number;
  }

  /** True when there is room for another. */
  boolean write(AgentReport report) {
    up.send(() -> {
      if (up.waiting() == WINDOW - 1) {
        agent.take(new SessionEvent.Writable(number));
      }
      member.hears(this, report);
    });
    return up.waiting() < WINDOW;
  }

  void order(AgentOrder order) {
    down.send(() -> agent.take(new SessionEvent.Heard(number, order)));
  }

  /** The coordinator ends it; what it sent before arrives. */
  void endedByMember(String why) {
    up.close();
    member.forget(this);
    down.send(() -> agent.take(new SessionEvent.Broken(number, why, false)));
  }

  /** The agent ends it; what it sent before arrives. */
  void endedByAgent() {
    down.close();
    up.send(() -> member.ended(this));
  }

  /** Both ends see that it is broken, and what was on its way is lost. */
  void tear() {
    up.close();
    down.close();
    member.ended(this);
    agent.take(new SessionEvent.Broken(number, "the connection is broken", false));
  }

  /** The agent's machine is off: nobody says so. */
  void die() {
    up.close();
    down.close();
  }

  /** Delivers what waited for one of its ends. */
  void pump() {
    up.pump();
    down.pump();
  }
}
