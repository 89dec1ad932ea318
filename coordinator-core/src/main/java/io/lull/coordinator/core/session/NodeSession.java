package io.lull.coordinator.core.session;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Refused;
import java.util.Optional;

/**
 * One connection of one agent, as what decides sees it: orders go out, and it is told how the
 * connection is. Nothing here waits. A session is equal to itself only.
 */
public interface NodeSession {
  /** The node's name, as its certificate has it. */
  String node();

  /** Of the public key in its certificate. */
  ByteString keySha256();

  /** When the agent last said anything, by {@link io.lull.protocol.time.Clock#nanos}. */
  long heardNanos();

  /** The newest unnumbered report under the key, once. */
  Optional<AgentReport> takeLatest(String key);

  /** Sends the order, unless the connection is gone: the agent connects again and is told again. */
  void send(AgentOrder order);

  /** Ends the connection regularly, after what was sent before. */
  void end();

  /**
   * Breaks the connection off; the agent may connect again.
   *
   * @param why one line for people
   */
  void close(String why);

  /**
   * Sends the reason and ends the connection.
   *
   * @param forGood the agent need not try again
   */
  default void refuse(long fence, String why, boolean forGood) {
    send(
        AgentOrder.newBuilder()
            .setFence(fence)
            .setRefused(Refused.newBuilder().setWhy(why).setFinal(forGood))
            .build());
    end();
  }
}
