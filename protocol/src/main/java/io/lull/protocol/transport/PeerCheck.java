package io.lull.protocol.transport;

import java.util.Optional;

/** What a server must be beside the holder of its role. Any thread; nothing waits. */
@FunctionalInterface
public interface PeerCheck {
  /** Nothing else. */
  PeerCheck NONE = _ -> Optional.empty();

  /** Why this is not the right server, as a clause; empty: it is. */
  Optional<String> objection(KnownPeer server);
}
