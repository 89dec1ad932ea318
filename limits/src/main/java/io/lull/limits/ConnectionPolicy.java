package io.lull.limits;

import io.lull.protocol.transport.KnownPeer;
import java.util.Optional;

/** What a port grants to those who show a certificate. Any thread; nothing waits. */
public interface ConnectionPolicy {
  /** How many connections this key may have at once; 0: its certificate does not count here. */
  int connectionsOf(KnownPeer peer);

  /** Why this peer is no longer accepted, in one line; empty: it is. */
  Optional<String> revocation(KnownPeer peer);
}
