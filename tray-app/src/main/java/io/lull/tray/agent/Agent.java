package io.lull.tray.agent;

import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The agent of this computer, as view models know it. */
public interface Agent {
  /**
   * Is told how the agent is, now and whenever that changes, on any thread, one after the other.
   */
  void watch(Consumer<AgentState> watcher);

  /**
   * Answered within {@link AgentLink#ASKED_WITHIN}, on any thread; else failed with a {@link
   * io.lull.client.ClientFailure}.
   */
  CompletableFuture<OwnerReply> ask(OwnerRequest request);
}
