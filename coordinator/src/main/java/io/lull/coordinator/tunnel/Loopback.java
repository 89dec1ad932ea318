package io.lull.coordinator.tunnel;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The one address that memory is reached at. */
final class Loopback {
  static final InetAddress ADDRESS = address();

  private Loopback() {}

  private static InetAddress address() {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new AssertionError("four bytes are an address", e);
    }
  }
}
