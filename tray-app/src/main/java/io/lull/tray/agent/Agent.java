package io.lull.tray.agent;

import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The agent of this computer, for view models. */
public interface Agent {
  /** Receives the agent's state, now and at each change, on any thread, one after the other. */
  void watch(Consumer<AgentState> watcher);

  /**
   * Answered within {@link AgentLink#ASKED_WITHIN}, on any thread; else failed with a {@link
   * io.lull.client.ClientFailure}.
   */
  CompletableFuture<OwnerReply> ask(OwnerRequest request);
}
