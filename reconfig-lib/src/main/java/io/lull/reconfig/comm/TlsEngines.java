package io.lull.reconfig.comm;

import java.nio.channels.ByteChannel;

/** What makes the ends of encrypted connections. Any thread. */
interface TlsEngines {
  /**
   * An end that has still to shake hands; both ends show their certificate.
   *
   * @param channel that does not block
   * @param accepted this end did not begin the connection
   */
  TlsWire wire(ByteChannel channel, boolean accepted);
}
