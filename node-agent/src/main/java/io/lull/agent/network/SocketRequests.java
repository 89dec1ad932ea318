package io.lull.agent.network;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.handler.codec.ByteToMessageDecoder;
import io.lull.limits.RateLimiter;
import io.lull.protocol.wire.SocketRefusal;
import io.lull.protocol.wire.SocketRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/** One connection of a guest's to its broker: one request, one answer. */
final class SocketRequests extends ByteToMessageDecoder {
  /** The length of its length is one byte. */
  static final int MAX_REQUEST_BYTES = 127;

  private final PeerSockets sockets;
  private final RateLimiter rate;
  private boolean asked;

  SocketRequests(PeerSockets sockets, RateLimiter rate) {
    this.sockets = sockets;
    this.rate = rate;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws IOException {
    if (asked) {
      in.skipBytes(in.readableBytes());
      return;
    }
    final int length = in.getUnsignedByte(in.readerIndex());
    if (length > MAX_REQUEST_BYTES) {
      throw new IOException("a request of more than " + MAX_REQUEST_BYTES + " bytes");
    }
    if (in.readableBytes() <= length) {
      return;
    }
    final byte[] request = new byte[length];
    in.skipBytes(1).readBytes(request);
    asked = true;
    answer(context.channel(), SocketRequest.parseFrom(request));
  }

  private void answer(Channel asking, SocketRequest request) {
    final Consumer<String> refuse = reason -> refuse(asking, reason);
    if (!rate.take(1)) {
      refuse.accept("too many connections are asked for");
      return;
    }
    switch (request.getWantedCase()) {
      case LISTEN -> sockets.listen(made -> pass(asking, made), refuse);
      case CONNECT -> sockets.connect(request.getConnect(), made -> pass(asking, made), refuse);
      case WANTED_NOT_SET -> refuse.accept("nothing is asked for");
    }
  }

  /** The agent's own descriptor of the socket is closed, whether the guest has taken it or not. */
  private static void pass(Channel asking, PeerSockets.Made made) {
    final ChannelFuture _ =
        asking
            .writeAndFlush(made.descriptor())
            .addListener(_ -> {
              final ChannelFuture _ = made.channel().close();
              final ChannelFuture _ = asking.close();
            });
  }

  private static void refuse(Channel asking, String reason) {
    final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    try {
      SocketRefusal.newBuilder().setReason(reason).build().writeDelimitedTo(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    final ChannelFuture _ =
        asking
            .writeAndFlush(Unpooled.wrappedBuffer(frame.toByteArray()))
            .addListener(ChannelFutureListener.CLOSE);
  }

  /** Whatever a guest sends that is no request ends its connection. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    final ChannelFuture _ = context.close();
  }
}
