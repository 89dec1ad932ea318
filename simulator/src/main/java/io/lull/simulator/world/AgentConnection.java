package io.lull.simulator.world;

import io.lull.agent.core.session.SessionEvent;
import io.lull.coordinator.core.session.SessionProtocol;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import org.jspecify.annotations.Nullable;

/** One connection of an agent to a coordinator. */
final class AgentConnection {
  /** The agent's side. */
  interface AgentEnd {
    String name();

    /** Whether its machine is on, and its cable in place. */
    boolean reachable();

    /** Whether what it sends gets through. */
    boolean isHeard();

    /** Whether what is sent to it gets through. */
    boolean hears();

    void take(SessionEvent event);
  }

  /** The coordinator's side. */
  interface MemberEnd {
    Clock clock();

    /** Whether its program runs. */
    boolean receives();

    /** A report arrives. */
    void hears(AgentConnection from, AgentReport report);

    /** The agent has ended the connection, or it is broken. */
    void ended(AgentConnection by);

    /** The coordinator has ended it. */
    void forget(AgentConnection ended);
  }

  /** Makes connections. */
  interface Network {
    /**
     * @param coordinator its place in the list of coordinators
     * @return null: nobody answers there, or not yet
     */
    @Nullable AgentConnection dial(AgentEnd agent, long number, int coordinator);
  }

  /** With so many reports on their way the agent waits. */
  private static final int WINDOW = 64;

  private final long number;
  private final AgentEnd agent;
  private final MemberEnd member;
  private final OrderedChannel up;
  private final OrderedChannel down;
  final SimulatedSession session;
  final SessionProtocol protocol = new SessionProtocol();

  /**
   * @param number as the agent counts its connections
   */
  AgentConnection(long number, AgentEnd agent, MemberEnd member, VirtualWorld world) {
    this.number = number;
    this.agent = agent;
    this.member = member;
    final String name = agent.name() + " " + number;
    this.up =
        new OrderedChannel(
            world.agenda(),
            world.delaysNanos(name + " up"),
            () -> agent.isHeard() && member.receives());
    this.down = new OrderedChannel(world.agenda(), world.delaysNanos(name + " down"), agent::hears);
    this.session = new SimulatedSession(agent.name(), this, member.clock());
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
