package io.lull.reconfig.comm;

import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;

/** A test worker's links: without encryption, without conversations, and nobody hears of losses. */
public final class LoopbackLinks {
  private LoopbackLinks() {}

  public static Links of(String name, ChannelHandler handler) throws IOException {
    return new Links(
        name,
        InetAddress.getLoopbackAddress(),
        PeerSecurity.plain(),
        handler,
        (_, _) -> {},
        (_, _, _) -> {},
        SystemClock.INSTANCE);
  }
}
