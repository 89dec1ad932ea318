package io.lull.agent.session;

import io.grpc.Channel;
import io.lull.agent.core.session.ReportRouter;
import io.lull.agent.core.session.SessionEffect;
import io.lull.agent.core.session.SessionEvent;
import io.lull.agent.core.session.SessionStep;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeStatus;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link SessionStep} live, as long as the agent runs. One lock guards each event, and reports
 * are written under it. Other effects wait in a queue: the thread of the stream executes its
 * orders, so that a slow agent slows its coordinator; the thread of {@link #run} does the rest.
 */
public final class CoordinatorLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorLink.class);

  /** Who this agent is to the coordinators, and what it needs from its machine. */
  public record Setup(
      List<HostPort> coordinators,
      String incarnation,
      ChannelFactory dialler,
      Fence fence,
      Clock clock,
      RandomGenerator random) {}

  private final Setup setup;
  private final SessionHandler handler;
  private final Supplier<NodeStatus> status;
  private final SessionStep step;
  private final Object lock = new Object();

  /** Held while the handler is called; taken before the lock, never after it. */
  private final Object handling = new Object();

  private final Deque<SessionEvent> events = new ArrayDeque<>();
  private final Deque<SessionEffect> waiting = new ArrayDeque<>();
  private boolean taking;
  private @Nullable Connection connection;
  private @Nullable FinalRefusal refusal;

  public CoordinatorLink(Setup setup, SessionHandler handler, Supplier<NodeStatus> status) {
    this.setup = setup;
    this.handler = handler;
    this.status = status;
    this.step =
        new SessionStep(
            setup.coordinators().size(),
            setup.fence().seen(),
            setup.random(),
            setup.clock().nanos());
  }

  /** Returns after {@link #close}, or with the coordinator's refusal. */
  public Optional<FinalRefusal> run() throws InterruptedException {
    while (awaitWork()) {
      final SessionEffect next;
      synchronized (lock) {
        next = waiting.peek();
        if (next != null && !isTold(next)) {
          waiting.remove();
        }
      }
      if (next != null && isTold(next)) {
        tellNext();
      } else if (next != null) {
        act(next);
      }
    }
    return Optional.ofNullable(refusal);
  }

  /** Waits until the queue holds an effect for this thread; false: the session has ended. */
  private boolean awaitWork() throws InterruptedException {
    synchronized (lock) {
      while (waiting.stream().allMatch(CoordinatorLink::isOrder)) {
        if (step.over()) {
          return false;
        }
        final long due = step.dueNanos();
        final long wait = due - setup.clock().nanos();
        if (due == Long.MAX_VALUE) {
          lock.wait();
        } else if (wait > 0) {
          TimeUnit.NANOSECONDS.timedWait(lock, wait);
        } else {
          take(new SessionEvent.Time());
        }
      }
      return true;
    }
  }

  /**
   * Sends a report of one of the agent's parts, as {@link ReportRouter} decides.
   *
   * @return false if too many wait already and this one was dropped
   */
  public boolean report(AgentReport.Builder report) {
    return take(ReportRouter.toSession(report));
  }

  /** The node's status, which sets the heartbeat's interval; it may be lost. */
  public void status(NodeStatus now) {
    take(new SessionEvent.Status(now));
  }

  /** Waits for a coordinator if there is none; empty: none in time. */
  public Optional<Channel> awaitChannel(Duration patience) throws InterruptedException {
    final long until = setup.clock().nanos() + patience.toNanos();
    synchronized (lock) {
      while (true) {
        if (connection != null && step.connected()) {
          return Optional.of(connection.channel());
        }
        final long left = until - setup.clock().nanos();
        if (step.over() || left <= 0) {
          return Optional.empty();
        }
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
    }
  }

  public boolean connected() {
    synchronized (lock) {
      return step.connected();
    }
  }

  /** Reconnects; unacknowledged reports are sent again. */
  public void redial() {
    take(new SessionEvent.Redial());
  }

  @Override
  public void close() {
    take(new SessionEvent.Close());
  }

  /** Handles an event and those that follow from it; false: a report was dropped. */
  private boolean take(SessionEvent first) {
    synchronized (lock) {
      events.add(first);
      if (taking) {
        return true;
      }
      taking = true;
      final boolean connectedBefore = step.connected();
      final long dueBefore = step.dueNanos();
      boolean kept = true;
      try {
        while (!events.isEmpty()) {
          kept &= carryOut(step.on(events.remove(), setup.clock().nanos()));
        }
      } finally {
        taking = false;
        events.clear();
      }
      if (!waiting.isEmpty()
          || step.over()
          || step.connected() != connectedBefore
          || step.dueNanos() - dueBefore < 0) {
        lock.notifyAll();
      }
      return kept;
    }
  }

  /** With the lock: executes at once what cannot wait, and queues the rest. */
  private boolean carryOut(List<SessionEffect> effects) {
    boolean kept = true;
    for (final SessionEffect effect : effects) {
      switch (effect) {
        case SessionEffect.Write e -> {
          final Connection to = connection;
          if (to != null && to.number() == e.connection() && to.write(e.report())) {
            events.add(new SessionEvent.Writable(e.connection()));
          }
        }
        case SessionEffect.StoreFence e -> {
          try {
            setup.fence().store(e.fence());
          } catch (UncheckedIOException failure) {
            LOG.error(
                "cannot store fence {}: ignoring the orders of its coordinator",
                e.fence(),
                failure);
            events.addFirst(
                new SessionEvent.FenceNotStored(
                    e.connection(), "cannot store the fence: " + failure.getMessage()));
            return kept;
          }
        }
        case SessionEffect.NotKept e -> {
          LOG.error("{} reports wait for a coordinator: dropping one more", e.waiting());
          kept = false;
        }
        case SessionEffect.StaleOrder e ->
            LOG.warn(
                "ignored an order of a coordinator that does not lead any more (fence {}; {} has"
                    + " been seen)",
                e.fence(),
                e.fenceSeen());
        default -> waiting.add(effect);
      }
    }
    return kept;
  }

  private static boolean isOrder(SessionEffect effect) {
    return effect instanceof SessionEffect.Deliver || effect instanceof SessionEffect.AcceptedBy;
  }

  /** Whether the handler receives it. */
  private static boolean isTold(SessionEffect effect) {
    return isOrder(effect)
        || effect instanceof SessionEffect.AskHello
        || effect instanceof SessionEffect.Lost
        || effect instanceof SessionEffect.LeaseEnded;
  }

  /** On the thread of the stream, which waits until its orders are executed. */
  private void obeyOrders() {
    synchronized (handling) {
      while (true) {
        final SessionEffect next;
        synchronized (lock) {
          next = waiting.peek();
          if (next == null || !isOrder(next)) {
            return;
          }
          waiting.remove();
        }
        tell(next);
      }
    }
  }

  private void tellNext() {
    synchronized (handling) {
      final SessionEffect next;
      synchronized (lock) {
        next = waiting.peek();
        if (next == null || !isTold(next)) {
          return;
        }
        waiting.remove();
      }
      tell(next);
    }
  }

  private void tell(SessionEffect effect) {
    switch (effect) {
      case SessionEffect.Deliver e -> handler.ordered(e.order());
      case SessionEffect.AcceptedBy e -> handler.accepted(e.accepted(), address(e.coordinator()));
      case SessionEffect.AskHello e -> {
        final Hello hello =
            handler.hello(address(e.coordinator())).toBuilder()
                .setIncarnation(setup.incarnation())
                .setFenceSeen(e.fenceSeen())
                .build();
        take(new SessionEvent.Greeted(e.connection(), hello));
      }
      case SessionEffect.Lost e -> {
        LOG.warn("lost the coordinator at {}: {}", address(e.coordinator()), e.why());
        handler.lost(e.why());
      }
      case SessionEffect.LeaseEnded _ -> {
        LOG.warn("the lease has ended: no coordinator was heard");
        handler.leaseEnded();
      }
      default -> throw new IllegalArgumentException("the handler does not receive " + effect);
    }
  }

  /** On the thread of {@link #run}, without a lock. */
  private void act(SessionEffect effect) throws InterruptedException {
    switch (effect) {
      case SessionEffect.Dial e -> dial(e);
      case SessionEffect.AskStatus _ -> status(status.get());
      case SessionEffect.HangUp e -> hangUp(e);
      case SessionEffect.Unreachable e ->
          LOG.warn(
              "no coordinator at {} ({}); trying again until one answers",
              address(e.coordinator()),
              e.why());
      case SessionEffect.Refused e -> refusal = new FinalRefusal(e.why());
      default -> throw new IllegalArgumentException("not an effect of this thread: " + effect);
    }
  }

  private void dial(SessionEffect.Dial dial) {
    final HostPort to = address(dial.coordinator());
    final Connection made =
        new Connection(dial.connection(), to, setup.dialler().dial(to), new Stream());
    synchronized (lock) {
      connection = made;
    }
    made.open();
    take(new SessionEvent.Opened(dial.connection()));
  }

  private void hangUp(SessionEffect.HangUp effect) throws InterruptedException {
    final Connection ended;
    synchronized (lock) {
      ended = connection;
      connection = null;
    }
    if (ended != null && effect.politely()) {
      ended.leave();
    } else if (ended != null) {
      ended.end();
    }
  }

  private HostPort address(int coordinator) {
    return setup.coordinators().get(coordinator);
  }

  /** Events of a connection's stream, on its threads. */
  private final class Stream implements Connection.Listener {
    @Override
    public void heard(long from, AgentOrder order) {
      take(new SessionEvent.Heard(from, order));
      obeyOrders();
    }

    @Override
    public void writable(long to) {
      take(new SessionEvent.Writable(to));
    }

    @Override
    public void broken(long which, String why, boolean refused) {
      take(new SessionEvent.Broken(which, why, refused));
    }
  }
}
