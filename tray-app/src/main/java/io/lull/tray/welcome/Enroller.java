package io.lull.tray.welcome;

import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The way onto a grid, as the first start knows it. */
public interface Enroller {
  /** Where a coordinator was found, of the agent or of an earlier login; empty: nowhere. */
  String found();

  /**
   * Spends the token. Answered on any thread; else failed with a {@link
   * io.lull.client.ClientFailure}.
   *
   * @return what the person is called on the grid
   */
  CompletableFuture<String> join(List<HostPort> coordinators, EnrolmentToken token);

  /** Whether it is shown by itself: the person has neither joined nor said that they will not. */
  boolean first();

  /** The person is through with it: it is shown again only when they ask for it. */
  void over();
}
