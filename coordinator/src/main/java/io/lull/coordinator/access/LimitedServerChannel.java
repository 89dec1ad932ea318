package io.lull.coordinator.access;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;

/** Accepts connections within the limits of {@link ConnectionLimiter}; closes the others unread. */
final class LimitedServerChannel extends NioServerSocketChannel {
  private final ConnectionLimiter limiter;

  LimitedServerChannel(ConnectionLimiter limiter) {
    this.limiter = limiter;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    final int before = accepted.size();
    final int count = super.doReadMessages(accepted);
    for (int i = accepted.size() - 1; i >= before; i--) {
      if (accepted.get(i) instanceof Channel channel && !limiter.enters(channel)) {
        accepted.remove(i);
        channel.unsafe().closeForcibly();
      }
    }
    // What was refused counts as read: the next one is looked at.
    return count;
  }
}
