package io.lull.agent.session;

import io.grpc.Channel;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one stream to one of the coordinators, for as long as the agent runs: greets, reports,
 * takes orders, watches the lease, and dials again when the stream is gone.
 */
public final class CoordinatorLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorLink.class);

  /** A coordinator that has not answered the greeting by then is not there. */
  static final Duration ANSWER_DEADLINE = Duration.ofSeconds(5);

  /** One that has said nothing for so long, and is lost, was not heard to go. */
  private static final Duration SILENT = Duration.ofSeconds(3);

  private static final String STATUS = "status";
  private static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);
  private static final Duration LEASE_CHECK = Duration.ofMillis(250);
  private static final Duration LEAST_HEARTBEAT = Duration.ofMillis(50);

  /** Who this agent is to the coordinators, and what it needs from its machine. */
  public record Setup(
      List<HostPort> coordinators,
      String incarnation,
      Dialler dialler,
      Fence fence,
      Clock clock,
      RandomGenerator random) {}

  private final Setup setup;
  private final Conversation conversation;
  private final Supplier<NodeStatus> status;
  private final Outbox outbox = new Outbox();
  private final Object lock = new Object();

  /**
   * Held while the conversation is told something: an old stream's last words wait for their turn.
   */
  private final Object conversing = new Object();

  private @Nullable Connection connection;
  private boolean closed;
  private boolean redialling;
  private long lastWordNanos;
  private long leaseNanos;
  private boolean leased;
  private long complainedNanos;

  public CoordinatorLink(Setup setup, Conversation conversation, Supplier<NodeStatus> status) {
    this.setup = setup;
    this.conversation = conversation;
    this.status = status;
    this.complainedNanos = setup.clock().nanos() - COMPLAINT_INTERVAL.toNanos();
  }

  /** Returns when {@link #close} was called, or with the coordinator's refusal. */
  public Optional<Refusal> run() throws InterruptedException {
    final Round round = new Round(setup.coordinators(), setup.clock(), setup.random());
    while (!isClosed()) {
      final HostPort target = round.target();
      switch (converse(target)) {
        case Ending.Closed _ -> {
          return Optional.empty();
        }
        case Ending.Refused refused -> {
          return Optional.of(new Refusal(refused.line()));
        }
        case Ending.Redialled _ -> {}
        case Ending.Lost lost when lost.wasAccepted() -> {
          LOG.warn("lost the coordinator at {}: {}", target, lost.why());
          synchronized (conversing) {
            conversation.lost(lost.why());
          }
          pause(round.lost(isSilent(), hasGuest()));
        }
        case Ending.Lost lost -> {
          complain(target, lost.why());
          pause(round.refused(hasGuest()));
        }
      }
    }
    return Optional.empty();
  }

  private boolean hasGuest() {
    return NodeState.of(status.get().getState()).hasGuest();
  }

  private boolean isSilent() {
    synchronized (lock) {
      return setup.clock().nanos() - lastWordNanos >= SILENT.toNanos();
    }
  }

  /**
   * Keeps the report until the coordinator has made it durable.
   *
   * @return false when too many wait already and this one is not kept
   */
  public boolean report(AgentReport.Builder report) {
    return kept(report, false);
  }

  /** Of an end or a result: there is room for it even when a worker has talked too much. */
  public boolean reportEnd(AgentReport.Builder report) {
    return kept(report, true);
  }

  /** Sends it if the line is up; the newest of a subject replaces those before it. */
  public void mention(String subject, AgentReport.Builder report) {
    outbox.replace(subject, report);
    pump();
  }

  /** The same for the node's status, by which the heart beats faster or slower. */
  public void mention(NodeStatus now) {
    mention(STATUS, AgentReport.newBuilder().setStatus(now));
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  /** Waits for a coordinator if there is none; empty when there is none in time. */
  public Optional<Channel> awaitChannel(Duration patience) throws InterruptedException {
    final long until = setup.clock().nanos() + patience.toNanos();
    synchronized (lock) {
      while (true) {
        if (connection != null && connection.isAccepted()) {
          return Optional.of(connection.channel());
        }
        final long left = until - setup.clock().nanos();
        if (closed || left <= 0) {
          return Optional.empty();
        }
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
    }
  }

  public boolean connected() {
    synchronized (lock) {
      return connection != null && connection.isAccepted();
    }
  }

  /** Has the connection made again; what was said and not acknowledged is said again. */
  public void redial() {
    synchronized (lock) {
      redialling = connection != null;
      lock.notifyAll();
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  private boolean kept(AgentReport.Builder report, boolean urgent) {
    final boolean kept = outbox.add(report, urgent);
    if (!kept) {
      LOG.error("{} reports wait for a coordinator: one more is not kept", outbox.size());
    }
    pump();
    return kept;
  }

  private Ending converse(HostPort target) throws InterruptedException {
    final Connection dialled =
        new Connection(target, setup.dialler().dial(target), outbox, new Hearing());
    synchronized (lock) {
      connection = dialled;
    }
    try {
      outbox.startOver();
      dialled.open(AgentReport.newBuilder().setHello(hello(target)).build());
      return attend(dialled);
    } finally {
      synchronized (lock) {
        connection = null;
      }
      if (isClosed() && dialled.ending().isEmpty()) {
        dialled.leave();
      } else {
        dialled.end();
      }
    }
  }

  private Hello hello(HostPort coordinator) {
    synchronized (conversing) {
      return conversation.hello(coordinator).toBuilder()
          .setIncarnation(setup.incarnation())
          .setFenceSeen(setup.fence().seen())
          .build();
    }
  }

  /** Beats the heart until the stream is gone, silent for too long, or not wanted any more. */
  private Ending attend(Connection current) throws InterruptedException {
    final long openedNanos = setup.clock().nanos();
    long beatNanos = openedNanos;
    while (true) {
      checkLease();
      final boolean hasGuest = hasGuest();
      synchronized (lock) {
        if (closed) {
          return new Ending.Closed();
        }
        if (redialling && current.isAccepted()) {
          redialling = false;
          return new Ending.Redialled();
        }
        final Optional<Ending> ending = current.ending();
        if (ending.isPresent()) {
          return ending.get();
        }
        final long now = setup.clock().nanos();
        final long heartbeat = current.heartbeat(hasGuest).toNanos();
        if (!current.isAccepted()) {
          if (now - openedNanos >= ANSWER_DEADLINE.toNanos()) {
            return new Ending.Lost("it does not answer", false);
          }
          lock.wait(LEASE_CHECK.toMillis());
          continue;
        }
        final long silence = current.silence(hasGuest).toNanos();
        if (now - lastWordNanos >= silence) {
          return new Ending.Lost(
              "no word for " + Duration.ofNanos(silence).toMillis() + " ms", true);
        }
        if (now < beatNanos + heartbeat) {
          TimeUnit.NANOSECONDS.timedWait(lock, beatNanos + heartbeat - now);
          continue;
        }
        beatNanos = now;
      }
      mention(status.get());
    }
  }

  private void pump() {
    final Connection current;
    synchronized (lock) {
      current = connection;
    }
    if (current != null) {
      current.pump();
    }
  }

  private void checkLease() {
    synchronized (lock) {
      if (!leased || setup.clock().nanos() - lastWordNanos < leaseNanos) {
        return;
      }
      leased = false;
    }
    LOG.warn("the lease is over: no coordinator has been heard");
    synchronized (conversing) {
      conversation.leaseEnded();
    }
  }

  private void pause(Duration duration) throws InterruptedException {
    final long until = setup.clock().nanos() + duration.toNanos();
    while (true) {
      checkLease();
      synchronized (lock) {
        final long left = until - setup.clock().nanos();
        if (closed || left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(lock, Math.min(left, LEASE_CHECK.toNanos()) + 1_000_000);
      }
    }
  }

  private void complain(HostPort target, String why) {
    final long now = setup.clock().nanos();
    if (now - complainedNanos >= COMPLAINT_INTERVAL.toNanos()) {
      complainedNanos = now;
      LOG.warn("no coordinator at {} ({}); trying again until there is one", target, why);
    }
  }

  private boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /** What one connection's stream tells; it comes on that stream's threads, one call at a time. */
  private final class Hearing implements Connection.Listener {

    @Override
    public void heard(Connection from, AgentOrder order) {
      synchronized (conversing) {
        obey(from, order);
      }
    }

    private void obey(Connection from, AgentOrder order) {
      if (!setup.fence().admits(order.getFence())) {
        LOG.warn(
            "an order of a coordinator that does not lead any more (fence {}, {} has been seen) is"
                + " ignored",
            order.getFence(),
            setup.fence().seen());
        return;
      }
      synchronized (lock) {
        if (connection != from) {
          return;
        }
        lastWordNanos = setup.clock().nanos();
      }
      outbox.acknowledged(order.getAcknowledged());
      switch (order.getOrderCase()) {
        case ACCEPTED -> accepted(from, order.getAccepted());
        case REFUSED -> {
          from.refused(order.getRefused());
          changed();
        }
        case REFRESH, ORDER_NOT_SET -> {}
        default -> conversation.ordered(order);
      }
    }

    @Override
    public void changed() {
      synchronized (lock) {
        lock.notifyAll();
      }
    }

    private void accepted(Connection from, Accepted accepted) {
      synchronized (lock) {
        leaseNanos = Duration.ofMillis(accepted.getLeaseMillis()).toNanos();
        leased = leaseNanos > 0;
        complainedNanos = setup.clock().nanos() - COMPLAINT_INTERVAL.toNanos();
      }
      conversation.accepted(accepted, from.coordinator());
      final long heartbeat = Math.max(LEAST_HEARTBEAT.toMillis(), accepted.getHeartbeatMillis());
      from.accepted(
          Duration.ofMillis(heartbeat),
          Duration.ofMillis(Math.max(heartbeat, accepted.getCalmHeartbeatMillis())),
          Duration.ofMillis(accepted.getAnswerMillis()));
      mention(status.get());
      changed();
    }
  }
}
