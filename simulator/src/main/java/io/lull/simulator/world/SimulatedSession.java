package io.lull.simulator.world;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.session.NodeSession;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A connection as its coordinator has it. */
final class SimulatedSession implements NodeSession {
  private final String node;
  private final AgentConnection wire;
  private final Clock clock;
  private final Map<String, AgentReport> latest = new HashMap<>();
  private long heardNanos;
  private boolean ended;

  SimulatedSession(String node, AgentConnection wire, Clock clock) {
    this.node = node;
    this.wire = wire;
    this.clock = clock;
    this.heardNanos = clock.nanos();
  }

  void heard() {
    heardNanos = clock.nanos();
  }

  /** True when there was none under the key. */
  boolean offer(String key, AgentReport report) {
    return latest.put(key, report) == null;
  }

  boolean ended() {
    return ended;
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public ByteString keySha256() {
    return ByteString.copyFromUtf8("key of " + node);
  }

  @Override
  public long heardNanos() {
    return heardNanos;
  }

  @Override
  public Optional<AgentReport> takeLatest(String key) {
    return Optional.ofNullable(latest.remove(key));
  }

  @Override
  public void send(AgentOrder order) {
    if (!ended) {
      wire.order(order);
    }
  }

  @Override
  public void end() {
    close("the coordinator ends the connection");
  }

  @Override
  public void close(String why) {
    if (!ended) {
      ended = true;
      wire.endedByMember(why);
    }
  }
}
