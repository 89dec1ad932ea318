package io.lull.simulator.world;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.session.NodeSession;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A connection that keeps what the agent would be told. */
final class SimulatedSession implements NodeSession {
  private final String node;
  private final String key;
  private final Clock clock;
  private final List<AgentOrder> orders = new ArrayList<>();
  private final Map<String, AgentReport> latest = new HashMap<>();
  private long heardNanos;
  private boolean ended;

  public SimulatedSession(String node, String key, Clock clock) {
    this.node = node;
    this.key = key;
    this.clock = clock;
    this.heardNanos = clock.nanos();
  }

  /** What the agent was told. */
  public List<AgentOrder> orders() {
    return orders;
  }

  public boolean ended() {
    return ended;
  }

  /** The agent gives a sign of life. */
  public void hear() {
    heardNanos = clock.nanos();
  }

  /** The agent says something that may be lost; no round has taken it yet. */
  public void says(String under, AgentReport report) {
    latest.put(under, report);
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public ByteString keySha256() {
    return ByteString.copyFromUtf8(key);
  }

  @Override
  public long heardNanos() {
    return heardNanos;
  }

  @Override
  public Optional<AgentReport> takeLatest(String under) {
    return Optional.ofNullable(latest.remove(under));
  }

  @Override
  public void send(AgentOrder order) {
    if (!ended) {
      orders.add(order);
    }
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void close(String why) {
    ended = true;
  }
}
