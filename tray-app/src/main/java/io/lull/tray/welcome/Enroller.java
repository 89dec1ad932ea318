package io.lull.tray.welcome;

import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Joins a grid, for the first start. */
public interface Enroller {
  /** A coordinator's address that the agent or an earlier login knows; empty: none. */
  String found();

  /**
   * Uses the token. Answered on any thread; else failed with a {@link
   * io.lull.client.ClientFailure}.
   *
   * @return the person's name on the grid
   */
  CompletableFuture<String> join(List<HostPort> coordinators, EnrolmentToken token);

  /** Whether it opens by itself: the person has neither joined nor declined. */
  boolean first();

  /** The person has finished it: it opens only on request. */
  void over();
}
