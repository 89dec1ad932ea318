package io.lull.coordinator.session;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.lull.coordinator.core.session.NodeSession;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiter;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An agent's gRPC stream; bounds what the agent may say and what may wait for it. Any thread. */
public final class GrpcNodeSession implements NodeSession {
  private static final Logger LOG = LoggerFactory.getLogger(GrpcNodeSession.class);

  /** An agent that does not read for so many orders is cut off; they are made again for it. */
  private static final int MAX_UNSENT_ORDERS = 4096;

  private static final long MAX_UNSENT_BYTES = 32L << 20;

  /** Far above what a correct agent sends: reports and their kibibytes by tens. */
  static final Rate REPORTS = new Rate(2000, 500);

  /** Of changes of the node's own state, each of which is kept and may make a new plan. */
  public static final Rate TURNS = new Rate(60, 10);

  /** A report counts as several where it is long. */
  private static final int REPORT_BYTES = 8 << 10;

  /** What may wait for the control loop of one agent's reports; each is charged for some. */
  private static final int MAX_WAITING_KIBIBYTES = 8 << 10;

  private static final int LEAST_KIBIBYTES = 256;

  /** Of the reports of which the newest counts. */
  static final int MAX_LATEST = 256;

  static final long MAX_LATEST_BYTES = 8L << 20;

  private final String node;
  private final ByteString keySha256;
  private final ServerCallStreamObserver<AgentOrder> orders;
  private final Clock clock;
  private final Map<String, AgentReport> latest = new ConcurrentHashMap<>();
  private final AtomicInteger unsent = new AtomicInteger();
  private final AtomicLong unsentBytes = new AtomicLong();
  private final RateLimiter reports;
  private final RateLimiter turns;
  private final Semaphore waiting = new Semaphore(MAX_WAITING_KIBIBYTES);
  private final CountDownLatch gone = new CountDownLatch(1);
  private volatile long heardNanos;
  private boolean closed;
  private String saidState = "";

  GrpcNodeSession(
      String node, ByteString keySha256, ServerCallStreamObserver<AgentOrder> orders, Clock clock) {
    this.node = node;
    this.keySha256 = keySha256;
    this.orders = orders;
    this.clock = clock;
    this.heardNanos = clock.nanos();
    this.reports = new RateLimiter(REPORTS, clock);
    this.turns = new RateLimiter(TURNS, clock);
    orders.setOnReadyHandler(() -> {
      unsent.set(0);
      unsentBytes.set(0);
    });
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public ByteString keySha256() {
    return keySha256;
  }

  @Override
  public long heardNanos() {
    return heardNanos;
  }

  @Override
  public synchronized void send(AgentOrder order) {
    if (closed) {
      return;
    }
    if (!orders.isReady()
        && (unsent.incrementAndGet() > MAX_UNSENT_ORDERS
            || unsentBytes.addAndGet(order.getSerializedSize()) > MAX_UNSENT_BYTES)) {
      LogContext.ofNode(node, () -> LOG.warn("{} does not read its orders; disconnected", node));
      close(Status.RESOURCE_EXHAUSTED.withDescription("the agent does not read its orders"));
      return;
    }
    try {
      orders.onNext(order);
    } catch (StatusRuntimeException | IllegalStateException e) {
      LOG.debug("{} is gone", node, e);
    }
  }

  @Override
  public synchronized void end() {
    if (!closed) {
      closed = true;
      gone.countDown();
      try {
        orders.onCompleted();
      } catch (StatusRuntimeException | IllegalStateException e) {
        LOG.debug("{} is gone", node, e);
      }
    }
  }

  @Override
  public void close(String why) {
    close(Status.UNAVAILABLE.withDescription(why));
  }

  synchronized void close(Status status) {
    if (!closed) {
      closed = true;
      gone.countDown();
      try {
        orders.onError(status.asRuntimeException());
      } catch (StatusRuntimeException | IllegalStateException e) {
        LOG.debug("{} is gone", node, e);
      }
    }
  }

  @Override
  public Optional<AgentReport> takeLatest(String key) {
    return Optional.ofNullable(latest.remove(key));
  }

  void heard() {
    heardNanos = clock.nanos();
  }

  /**
   * True when there was none under the key: somebody has to be told. What is too much is lost, as
   * such reports may be.
   */
  boolean offerLatest(String key, AgentReport report) {
    final AgentReport before = latest.get(key);
    final long bytes =
        latest.values().stream().mapToLong(AgentReport::getSerializedSize).sum()
            + report.getSerializedSize();
    if ((before == null && latest.size() >= MAX_LATEST) || bytes > MAX_LATEST_BYTES) {
      return false;
    }
    return latest.put(key, report) == null;
  }

  /**
   * Holds up an agent that talks more than it has to: what it says meanwhile waits on its own side.
   */
  void pace(AgentReport report) throws InterruptedException {
    long wait = reports.owe(1 + report.getSerializedSize() / REPORT_BYTES);
    if (report.hasStatus() && !report.getStatus().getState().equals(saidState)) {
      saidState = report.getStatus().getState();
      wait = Math.max(wait, turns.owe(1));
    }
    if (wait > 0) {
      final boolean over = gone.await(wait, TimeUnit.NANOSECONDS);
      LOG.debug("{}: rate limit exceeded; throttled{}", node, over ? " until it closed" : "");
    }
  }

  /**
   * Waits until few enough of this agent's reports are in line for the control loop, so that the
   * others' have room there, too. False when that took too long.
   */
  public boolean queues(AgentReport report, Duration patience) throws InterruptedException {
    return waiting.tryAcquire(kibibytes(report), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The report that was in line is not any more. */
  public void queuedNoMore(AgentReport report) {
    waiting.release(kibibytes(report));
  }

  private static int kibibytes(AgentReport report) {
    return Math.clamp(report.getSerializedSize() >> 10, LEAST_KIBIBYTES, MAX_WAITING_KIBIBYTES);
  }

  @Override
  public String toString() {
    return node;
  }
}
