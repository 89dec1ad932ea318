package io.lull.agent.network;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Addresses at which no worker listens, whatever a coordinator says. */
final class ForbiddenAddress {
  /** Below it are services of systems; the system chooses workers' ports, and none of these. */
  private static final int FIRST_PORT = 1024;

  private ForbiddenAddress() {}

  /**
   * @param own the address that this computer's workers listen at
   * @return why no guest is connected with it: the end of a sentence
   */
  static Optional<String> reason(InetSocketAddress target, InetAddress own) {
    final InetAddress address = target.getAddress();
    if (target.getPort() < FIRST_PORT) {
      return Optional.of("port " + target.getPort() + " is one of a system's services");
    }
    if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
      return Optional.of("it is no computer's address");
    }
    if (address.isLinkLocalAddress() && !own.isLinkLocalAddress()) {
      return Optional.of("link-local addresses are not those of workers");
    }
    if (address.isLoopbackAddress() && !own.isLoopbackAddress()) {
      return Optional.of("it is this computer's own, where its owner's programs listen");
    }
    return Optional.empty();
  }
}
