package io.lull.coordinator.web;

import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose peer exceeds a deadline: for the handshake and the request, for reading
 * the response, or between requests. Each deadline covers the first byte to the last, so that
 * sending or reading a byte now and then gains nothing. On its connection's own thread.
 */
final class ConnectionDeadline extends ChannelInboundHandlerAdapter {
  static final Duration REQUEST = Duration.ofSeconds(10);
  static final Duration ANSWER = Duration.ofSeconds(40);

  /** A page that is looked at asks every few seconds. */
  static final Duration IDLE = Duration.ofSeconds(60);

  private @Nullable Future<?> deadline;
  private boolean idle;

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    await(context, REQUEST);
    super.channelActive(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (idle) {
      idle = false;
      await(context, REQUEST);
    }
    super.channelRead(context, message);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    cancel();
    super.channelInactive(context);
  }

  /** A request has come, whole. */
  void answers(ChannelHandlerContext context) {
    await(context, ANSWER);
  }

  /** Its answer was taken. */
  void answered(ChannelHandlerContext context) {
    idle = true;
    await(context, IDLE);
  }

  private void await(ChannelHandlerContext context, Duration length) {
    cancel();
    deadline =
        context.executor().schedule(() -> close(context), length.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void close(ChannelHandlerContext context) {
    final var _ = context.close();
  }

  private void cancel() {
    final Future<?> before = deadline;
    if (before != null) {
      before.cancel(false);
    }
  }
}
