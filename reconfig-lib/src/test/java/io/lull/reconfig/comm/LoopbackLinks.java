package io.lull.reconfig.comm;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.network.HostNetwork;
import java.io.IOException;

/** A test worker's links: without encryption, without conversations, and nobody hears of losses. */
public final class LoopbackLinks {
  private LoopbackLinks() {}

  public static Links of(String name, ChannelHandler handler) throws IOException {
    return new Links(
        name,
        HostNetwork.loopback(),
        PeerSecurity.plain(),
        handler,
        (_, _) -> {},
        (_, _, _) -> {},
        SystemClock.INSTANCE);
  }
}
