package io.lull.agent.core.session;

import io.lull.agent.core.session.SessionEffect.AcceptedBy;
import io.lull.agent.core.session.SessionEffect.HangUp;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An agent's side of its session with the coordinators: events and the time go in, effects come
 * out. It keeps one connection at a time, greets, reports, checks the fence of each order, watches
 * the lease, and dials again when the connection is lost. The live agent and the simulator run this
 * class. Single-threaded; nothing here waits.
 */
public final class SessionStep {
  /** A coordinator that has not answered the greeting by then counts as absent. */
  static final Duration ANSWER_DEADLINE = Duration.ofSeconds(5);

  /** A lost coordinator that had been silent for this long may be frozen. */
  static final Duration SILENT = Duration.ofSeconds(3);

  static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);
  private static final String STATUS = "status";

  private final ReportQueue reports = new ReportQueue();
  private final DialOrder dials;
  private State state;
  private long connections;
  private long fenceSeen;
  private long fenceBefore;
  private boolean writable;
  private boolean redialling;
  private boolean hasGuest;
  private long lastWordNanos;
  private long leaseNanos;
  private boolean leased;
  private long complainedNanos;

  private sealed interface State {
    record Waiting(long untilNanos) implements State {}

    record Greeting(long connection, long openedNanos) implements State {}

    record Open(long connection, long beatNanos, Rhythm rhythm) implements State {}

    record Over() implements State {}
  }

  /**
   * @param coordinators how many there are; at least one
   * @param fenceSeen the greatest fence stored before
   * @param random spreads the pauses between tries
   */
  public SessionStep(int coordinators, long fenceSeen, RandomGenerator random, long nowNanos) {
    this.dials = new DialOrder(coordinators, random, nowNanos);
    this.fenceSeen = fenceSeen;
    this.fenceBefore = fenceSeen;
    this.state = new State.Waiting(nowNanos);
    this.complainedNanos = nowNanos - COMPLAINT_INTERVAL.toNanos();
  }

  /** A coordinator has accepted this node, and its connection stands. */
  public boolean connected() {
    return state instanceof State.Open;
  }

  /** The session has ended. */
  public boolean over() {
    return state instanceof State.Over;
  }

  /**
   * When {@link SessionEvent.Time} is due if nothing comes before; {@link Long#MAX_VALUE}: never.
   */
  public long dueNanos() {
    final long due =
        switch (state) {
          case State.Waiting s -> s.untilNanos();
          case State.Greeting s -> s.openedNanos() + ANSWER_DEADLINE.toNanos();
          case State.Open s ->
              earlier(
                  lastWordNanos + s.rhythm().silence(hasGuest).toNanos(),
                  s.beatNanos() + s.rhythm().heartbeat(hasGuest).toNanos());
          case State.Over _ -> Long.MAX_VALUE;
        };
    return leased && !over() ? earlier(due, lastWordNanos + leaseNanos) : due;
  }

  public List<SessionEffect> on(SessionEvent event, long nowNanos) {
    final List<SessionEffect> effects = new ArrayList<>(2);
    switch (event) {
      case SessionEvent.Opened e -> {
        if (isPresent(e.connection())) {
          effects.add(new SessionEffect.AskHello(e.connection(), dials.target(), fenceSeen));
        }
      }
      case SessionEvent.Greeted e -> {
        if (isPresent(e.connection())) {
          final AgentReport hello = AgentReport.newBuilder().setHello(e.hello()).build();
          effects.add(new SessionEffect.Write(e.connection(), hello));
        }
      }
      case SessionEvent.Heard e -> heard(e.connection(), e.order(), nowNanos, effects);
      case SessionEvent.Writable e -> {
        if (isPresent(e.connection())) {
          writable = true;
          write(effects);
        }
      }
      case SessionEvent.Broken e -> {
        if (isPresent(e.connection()) && e.refused()) {
          refused(e.why(), effects);
        } else if (isPresent(e.connection())) {
          lost(e.why(), connected(), nowNanos, effects);
        }
      }
      case SessionEvent.FenceNotStored e -> {
        fenceSeen = fenceBefore;
        if (isPresent(e.connection())) {
          lost(e.why(), connected(), nowNanos, effects);
        }
      }
      case SessionEvent.Report e -> {
        if (!reports.add(e.report(), e.urgent())) {
          effects.add(new SessionEffect.NotKept(reports.size()));
        }
        write(effects);
      }
      case SessionEvent.Mention e -> {
        reports.replace(e.subject(), e.report());
        write(effects);
      }
      case SessionEvent.Status e -> status(e.status(), effects);
      case SessionEvent.Redial _ -> {
        redialling = state instanceof State.Greeting || connected();
        redial(nowNanos, effects);
      }
      case SessionEvent.Close _ -> close(effects);
      case SessionEvent.Time _ -> time(nowNanos, effects);
    }
    return effects;
  }

  private @Nullable Long present() {
    return switch (state) {
      case State.Greeting s -> s.connection();
      case State.Open s -> s.connection();
      case State.Waiting _, State.Over _ -> null;
    };
  }

  private boolean isPresent(long connection) {
    final Long present = present();
    return present != null && present == connection;
  }

  private void heard(
      long connection, AgentOrder order, long nowNanos, List<SessionEffect> effects) {
    if (order.getFence() < fenceSeen) {
      effects.add(new SessionEffect.StaleOrder(order.getFence(), fenceSeen));
      return;
    }
    if (order.getFence() > fenceSeen) {
      fenceBefore = fenceSeen;
      fenceSeen = order.getFence();
      effects.add(new SessionEffect.StoreFence(connection, fenceSeen));
    }
    if (!isPresent(connection)) {
      return;
    }
    lastWordNanos = nowNanos;
    reports.acknowledged(order.getAcknowledged());
    switch (order.getOrderCase()) {
      case ACCEPTED -> accepted(connection, order.getAccepted(), nowNanos, effects);
      case REFUSED -> {
        final Refused refused = order.getRefused();
        if (refused.getFinal()) {
          refused(refused.getWhy(), effects);
        } else {
          lost("it refuses this node: " + refused.getWhy(), false, nowNanos, effects);
        }
      }
      case REFRESH, ORDER_NOT_SET -> {}
      default -> effects.add(new SessionEffect.Deliver(order));
    }
  }

  private void accepted(
      long connection, Accepted accepted, long nowNanos, List<SessionEffect> effects) {
    leaseNanos = Duration.ofMillis(accepted.getLeaseMillis()).toNanos();
    leased = leaseNanos > 0;
    complainedNanos = nowNanos - COMPLAINT_INTERVAL.toNanos();
    final Rhythm rhythm = Rhythm.of(accepted);
    // The first heartbeat is due at once.
    state = new State.Open(connection, nowNanos - rhythm.heartbeat(hasGuest).toNanos(), rhythm);
    effects.add(new AcceptedBy(dials.target(), accepted));
    redial(nowNanos, effects);
    write(effects);
  }

  private void status(NodeStatus status, List<SessionEffect> effects) {
    hasGuest = NodeState.of(status.getState()).hasGuest();
    reports.replace(STATUS, AgentReport.newBuilder().setStatus(status));
    write(effects);
  }

  private void write(List<SessionEffect> effects) {
    if (writable && state instanceof State.Open open) {
      final AgentReport report = reports.next();
      if (report != null) {
        writable = false;
        effects.add(new SessionEffect.Write(open.connection(), report));
      }
    }
  }

  private void redial(long nowNanos, List<SessionEffect> effects) {
    if (redialling && state instanceof State.Open open) {
      effects.add(new HangUp(open.connection(), false));
      dial(nowNanos, effects);
    }
  }

  private void dial(long nowNanos, List<SessionEffect> effects) {
    connections++;
    redialling = false;
    writable = false;
    reports.startOver();
    state = new State.Greeting(connections, nowNanos);
    effects.add(new SessionEffect.Dial(connections, dials.target()));
  }

  private void lost(String why, boolean wasAccepted, long nowNanos, List<SessionEffect> effects) {
    hangUp(false, effects);
    redialling = false;
    final Duration pause;
    if (wasAccepted) {
      effects.add(new SessionEffect.Lost(dials.target(), why));
      pause = dials.lost(nowNanos - lastWordNanos >= SILENT.toNanos(), hasGuest, nowNanos);
    } else {
      if (nowNanos - complainedNanos >= COMPLAINT_INTERVAL.toNanos()) {
        complainedNanos = nowNanos;
        effects.add(new SessionEffect.Unreachable(dials.target(), why));
      }
      pause = dials.refused(hasGuest, nowNanos);
    }
    state = new State.Waiting(nowNanos + pause.toNanos());
  }

  private void refused(String why, List<SessionEffect> effects) {
    hangUp(false, effects);
    effects.add(new SessionEffect.Refused(why));
    state = new State.Over();
  }

  private void close(List<SessionEffect> effects) {
    if (!over()) {
      hangUp(true, effects);
      state = new State.Over();
    }
  }

  private void hangUp(boolean politely, List<SessionEffect> effects) {
    final Long present = present();
    if (present != null) {
      effects.add(new HangUp(present, politely));
    }
  }

  private void time(long nowNanos, List<SessionEffect> effects) {
    if (over()) {
      return;
    }
    if (leased && nowNanos - lastWordNanos >= leaseNanos) {
      leased = false;
      effects.add(new SessionEffect.LeaseEnded());
    }
    switch (state) {
      case State.Waiting s -> {
        if (nowNanos - s.untilNanos() >= 0) {
          dial(nowNanos, effects);
        }
      }
      case State.Greeting s -> {
        if (nowNanos - s.openedNanos() >= ANSWER_DEADLINE.toNanos()) {
          lost("it does not respond", false, nowNanos, effects);
        }
      }
      case State.Open s -> {
        final Duration silence = s.rhythm().silence(hasGuest);
        if (nowNanos - lastWordNanos >= silence.toNanos()) {
          lost("nothing received for " + silence.toMillis() + " ms", true, nowNanos, effects);
        } else if (nowNanos - s.beatNanos() >= s.rhythm().heartbeat(hasGuest).toNanos()) {
          state = new State.Open(s.connection(), nowNanos, s.rhythm());
          effects.add(new SessionEffect.AskStatus());
        }
      }
      case State.Over _ -> {}
    }
  }

  private static long earlier(long one, long other) {
    return one == Long.MAX_VALUE || other - one < 0 ? other : one;
  }
}
