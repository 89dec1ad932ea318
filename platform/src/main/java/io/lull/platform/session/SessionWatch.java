package io.lull.platform.session;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionAlive;
import io.lull.protocol.wire.SessionBye;
import io.lull.protocol.wire.SessionHello;
import io.lull.protocol.wire.ToSession;
import java.io.IOException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the graphical session that it runs in, as a process of that session's user, and reports
 * to the machine's agent. A source's signal is sent on that source's own thread. It reconnects to
 * an agent that was missing or restarted, and repeats all that matters.
 */
public final class SessionWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);
  private static final Duration FIRST_RETRY = Duration.ofMillis(250);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);
  private static final Duration FIRST_PACE = Duration.ofSeconds(2);
  private static final Duration SHORTEST_PACE = Duration.ofMillis(100);
  private static final Duration LONGEST_PACE = Duration.ofMinutes(5);

  /** A display server may restart without its session ending. */
  private static final Duration BLIND_UNTIL_OVER = Duration.ofSeconds(10);

  private static final Duration ASK_IF_OVER = Duration.ofSeconds(5);

  private final AgentConnector dial;
  private final WatchedSession session;
  private final Clock clock;
  private final Selector selector;
  private final List<InputSource> sources;
  private final SessionState picture = new SessionState();
  private final Complaints complaints = new Complaints();
  private @Nullable FrameChannel<ToSession> agent;
  private boolean closed;
  private long saidNanos;
  private Duration pace = FIRST_PACE;
  private Duration retry = FIRST_RETRY;
  private long connectNanos;
  private long seenNanos;

  /**
   * @param dial connects to the agent, which need not run yet
   */
  public SessionWatch(AgentConnector dial, WatchedSession session, Clock clock) throws IOException {
    this.dial = dial;
    this.session = session;
    this.clock = clock;
    this.selector = Selector.open();
    this.sources = session.sources();
  }

  /** Returns when the session has ended, or after {@link #close}. */
  public void run() {
    connectNanos = clock.nanos();
    seenNanos = connectNanos;
    sources.forEach(source -> source.start(this::hear));
    try {
      while (!isClosed() && !over()) {
        connect();
        selector.select(Math.max(1, untilDueNanos() / 1_000_000));
        selector.selectedKeys().clear();
        converse();
      }
      say(FromSession.newBuilder().setBye(SessionBye.getDefaultInstance()).build());
    } catch (IOException e) {
      LOG.error("cannot watch the session any more", e);
    } finally {
      sources.forEach(InputSource::close);
      synchronized (this) {
        hangUp();
      }
      try {
        selector.close();
      } catch (IOException e) {
        LOG.debug("closing failed: {}", e.getMessage());
      }
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private boolean over() {
    final long now = clock.nanos();
    synchronized (this) {
      if (picture.seesInput()) {
        seenNanos = now;
        return false;
      }
    }
    return now - seenNanos >= BLIND_UNTIL_OVER.toNanos() && session.over();
  }

  private synchronized long untilDueNanos() {
    final long now = clock.nanos();
    final long due = agent == null ? connectNanos : saidNanos + pace.toNanos();
    return Math.min(due - now, picture.seesInput() ? Long.MAX_VALUE : ASK_IF_OVER.toNanos());
  }

  private void connect() {
    synchronized (this) {
      if (agent != null || clock.nanos() - connectNanos < 0) {
        return;
      }
    }
    try {
      final FrameChannel<ToSession> opened = dial.dial();
      synchronized (this) {
        agent = opened;
        opened.register(selector, null);
        pace = FIRST_PACE;
        introduce();
      }
    } catch (IOException e) {
      complain("the agent is not reached at " + dial.address() + ": " + e.getMessage());
      synchronized (this) {
        hangUp();
      }
    }
  }

  /** Call this with the lock. */
  private void introduce() {
    say(
        FromSession.newBuilder()
            .setHello(
                SessionHello.newBuilder()
                    .setSession(session.id())
                    .setKind(session.kind())
                    .setDisplay(session.display())
                    .setVersion(SessionMessages.VERSION))
            .build());
    final long now = clock.nanos();
    for (final InputSignal signal : picture.signals()) {
      SessionMessages.toWire(signal, now).ifPresent(this::say);
    }
  }

  /** On a source's own thread. */
  private synchronized void hear(InputSignal signal) {
    picture.hear(signal);
    final Optional<FromSession> message = SessionMessages.toWire(signal, clock.nanos());
    message.ifPresent(this::say);
    if (signal instanceof InputSignal.Lost lost) {
      LOG.info("{} is lost: {}", lost.source(), lost.why());
      selector.wakeup();
    } else if (signal instanceof InputSignal.Working working) {
      LOG.info("{} works: {}", working.source(), working.detail());
    }
  }

  private synchronized void say(FromSession message) {
    if (agent == null) {
      return;
    }
    try {
      saidNanos = clock.nanos();
      if (!agent.send(message)) {
        selector.wakeup();
      }
    } catch (IOException e) {
      complain("the agent is lost: " + e.getMessage());
      hangUp();
    }
  }

  private void converse() {
    final FrameChannel<ToSession> current;
    synchronized (this) {
      current = agent;
    }
    if (current == null) {
      return;
    }
    try {
      for (final ToSession order : current.take()) {
        obey(order);
      }
      current.awaitRoom(selector, !current.flush());
      final boolean due;
      synchronized (this) {
        due = clock.nanos() - saidNanos >= pace.toNanos();
      }
      if (due) {
        say(FromSession.newBuilder().setAlive(SessionAlive.getDefaultInstance()).build());
      }
    } catch (IOException e) {
      complain("the agent is lost: " + e.getMessage());
      synchronized (this) {
        if (current.equals(agent)) {
          hangUp();
        }
      }
    }
  }

  private void obey(ToSession order) throws IOException {
    switch (order.getOrderCase()) {
      case ACCEPTED -> {
        LOG.info("the agent of {} listens", order.getAccepted().getNode());
        synchronized (this) {
          retry = FIRST_RETRY;
          complaints.clear();
        }
      }
      case PACE -> {
        final Duration asked =
            Duration.ofMillis(
                Math.clamp(
                    order.getPace().getAliveEveryMillis(),
                    SHORTEST_PACE.toMillis(),
                    LONGEST_PACE.toMillis()));
        synchronized (this) {
          pace = asked;
        }
        final boolean may = asked.compareTo(FIRST_PACE) <= 0;
        sources.forEach(source -> source.guestMayRun(may));
      }
      case REFUSED ->
          throw new IOException("it refuses: " + SessionMessages.text(order.getRefused().getWhy()));
      case ORDER_NOT_SET -> {}
    }
  }

  /** Once for each reason. */
  private synchronized void complain(String about) {
    if (!closed && complaints.isNew(about)) {
      LOG.warn("{}", about);
    }
  }

  /** Call this with the lock. */
  private void hangUp() {
    if (agent != null) {
      try {
        agent.close();
      } catch (IOException e) {
        LOG.debug("closing failed: {}", e.getMessage());
      }
      agent = null;
    }
    connectNanos = clock.nanos() + retry.toNanos();
    retry = retry.multipliedBy(2).compareTo(LAST_RETRY) > 0 ? LAST_RETRY : retry.multipliedBy(2);
  }

  /** From any thread; {@link #run} sends the goodbye and returns. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    selector.wakeup();
  }
}
