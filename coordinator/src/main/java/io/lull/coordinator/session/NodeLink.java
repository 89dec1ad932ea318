package io.lull.coordinator.session;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Refused;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of one agent, as long as it lasts. */
public final class NodeLink {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);

  /** An agent that does not read for so many orders is cut off; they are made anew for it. */
  private static final int MAX_UNSENT_ORDERS = 4096;

  private final String node;
  private final ByteString keySha256;
  private final ServerCallStreamObserver<AgentOrder> orders;
  private final Clock clock;
  private final Map<String, AgentReport> latest = new ConcurrentHashMap<>();
  private final AtomicInteger unsent = new AtomicInteger();
  private volatile long heardNanos;
  private boolean closed;

  NodeLink(
      String node, ByteString keySha256, ServerCallStreamObserver<AgentOrder> orders, Clock clock) {
    this.node = node;
    this.keySha256 = keySha256;
    this.orders = orders;
    this.clock = clock;
    this.heardNanos = clock.nanos();
    orders.setOnReadyHandler(() -> unsent.set(0));
  }

  public String node() {
    return node;
  }

  public ByteString keySha256() {
    return keySha256;
  }

  /** When the agent last said anything, by {@link Clock#nanos}. */
  public long heardNanos() {
    return heardNanos;
  }

  /** Says the order unless the connection is gone: then the agent will come back and be told. */
  public synchronized void send(AgentOrder order) {
    if (closed) {
      return;
    }
    if (!orders.isReady() && unsent.incrementAndGet() > MAX_UNSENT_ORDERS) {
      LOG.warn("{} does not read its orders and is cut off", node);
      close(Status.RESOURCE_EXHAUSTED.withDescription("the agent does not read its orders"));
      return;
    }
    try {
      orders.onNext(order);
    } catch (StatusRuntimeException | IllegalStateException e) {
      LOG.debug("{} is gone", node, e);
    }
  }

  /** Ends the conversation with a reason. */
  public synchronized void refuse(long fence, String why, boolean forGood) {
    send(
        AgentOrder.newBuilder()
            .setFence(fence)
            .setRefused(Refused.newBuilder().setWhy(why).setFinal(forGood))
            .build());
    if (!closed) {
      closed = true;
      try {
        orders.onCompleted();
      } catch (StatusRuntimeException | IllegalStateException e) {
        LOG.debug("{} is gone", node, e);
      }
    }
  }

  public synchronized void close(Status status) {
    if (!closed) {
      closed = true;
      try {
        orders.onError(status.asRuntimeException());
      } catch (StatusRuntimeException | IllegalStateException e) {
        LOG.debug("{} is gone", node, e);
      }
    }
  }

  /** The newest unnumbered report under the key, once. */
  public Optional<AgentReport> takeLatest(String key) {
    return Optional.ofNullable(latest.remove(key));
  }

  void heard() {
    heardNanos = clock.nanos();
  }

  /** True when there was none under the key: somebody has to be told. */
  boolean offerLatest(String key, AgentReport report) {
    return latest.put(key, report) == null;
  }

  @Override
  public String toString() {
    return node;
  }
}
