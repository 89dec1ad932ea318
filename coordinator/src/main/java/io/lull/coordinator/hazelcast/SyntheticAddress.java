package io.lull.coordinator.hazelcast;

import io.lull.coordinator.tunnel.MemberId;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A member as Hazelcast knows it: an address that says which member is meant, the same to all of
 * them, and at which nothing listens. It lies in the loopback's network, so that even what is
 * dialled by mistake stays on the machine.
 */
final class SyntheticAddress {
  private static final int PORT_BITS = 15;
  private static final int LEAST_PORT = 1 << PORT_BITS;
  private static final int OCTET_BITS = 8;
  private static final int OCTET = (1 << OCTET_BITS) - 1;

  /** Keeps clear of 127.0.0.1. */
  private static final int LEAST_OCTET = 128;

  private static final int LOOPBACK = 127;

  private SyntheticAddress() {}

  /** As an address of Hazelcast's configuration. */
  static String of(MemberId member) {
    final long number = member.number();
    final int port = (int) (number & (LEAST_PORT - 1));
    final long host = number >>> PORT_BITS;
    return "127.%d.%d.%d:%d"
        .formatted(
            LEAST_OCTET + (host >>> (2 * OCTET_BITS)),
            (host >>> OCTET_BITS) & OCTET,
            host & OCTET,
            LEAST_PORT + port);
  }

  /** Empty when no member has it. */
  static Optional<MemberId> parse(InetSocketAddress address) {
    final byte[] octets =
        address.getAddress() == null ? new byte[0] : address.getAddress().getAddress();
    final int port = address.getPort() - LEAST_PORT;
    if (octets.length != 4
        || octets[0] != LOOPBACK
        || (octets[1] & OCTET) < LEAST_OCTET
        || port < 0) {
      return Optional.empty();
    }
    final long host =
        ((long) ((octets[1] & OCTET) - LEAST_OCTET) << (2 * OCTET_BITS))
            | ((octets[2] & OCTET) << OCTET_BITS)
            | (octets[3] & OCTET);
    return Optional.of(new MemberId((host << PORT_BITS) | port));
  }
}
