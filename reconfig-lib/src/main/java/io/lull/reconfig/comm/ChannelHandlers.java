package io.lull.reconfig.comm;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The handler of each channel. A handler is registered before the first peer can send to it; any
 * thread.
 */
public final class ChannelHandlers implements ChannelHandler {
  private final AtomicReferenceArray<@Nullable ChannelHandler> byChannel =
      new AtomicReferenceArray<>(Channel.COUNT);

  /**
   * @param channel that has no handler yet, of those that are handled
   */
  public ChannelHandlers handle(int channel, ChannelHandler handler) {
    if (!Channel.isHandled(channel) || channel >= Channel.COUNT) {
      throw new IllegalArgumentException("channel " + channel + " is not one that is handled");
    }
    if (!byChannel.compareAndSet(channel, null, handler)) {
      throw new IllegalStateException("channel " + channel + " has a handler already");
    }
    return this;
  }

  /**
   * @throws IOException also when nobody handles the frame's channel
   */
  @Override
  public void accept(String from, Frame frame) throws IOException, InterruptedException {
    final @Nullable ChannelHandler handler = byChannel.get(frame.channel());
    if (handler == null) {
      throw new IOException(
          "worker " + from + " sent a frame on channel " + frame.channel() + ", which is unknown");
    }
    handler.accept(from, frame);
  }
}
