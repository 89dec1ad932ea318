package io.lull.tray.screen;

import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.tray.agent.Agent;
import io.lull.tray.agent.AgentState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** An agent that is as a test says, and answers as it says. */
public final class SampleAgent implements Agent {
  /** All but what the computer was used for, which is asked again and again. */
  public final List<OwnerRequest> asked = new CopyOnWriteArrayList<>();

  /** What it answers. */
  public volatile Function<OwnerRequest, CompletableFuture<OwnerReply>> answers =
      request ->
          CompletableFuture.completedFuture(
              request.hasHistory()
                  ? OwnerReply.newBuilder().setHistory(Samples.history()).build()
                  : OwnerReply.getDefaultInstance());

  private final List<Consumer<AgentState>> watchers = new ArrayList<>();
  private final AtomicInteger histories = new AtomicInteger();
  private AgentState state;

  public SampleAgent(AgentState state) {
    this.state = state;
  }

  @Override
  public synchronized void watch(Consumer<AgentState> watcher) {
    watchers.add(watcher);
    watcher.accept(state);
  }

  public synchronized void become(AgentState now) {
    state = now;
    watchers.forEach(watcher -> watcher.accept(now));
  }

  /** How often it was asked what the computer was used for. */
  public int histories() {
    return histories.get();
  }

  @Override
  public CompletableFuture<OwnerReply> ask(OwnerRequest request) {
    if (request.hasHistory()) {
      histories.incrementAndGet();
    } else {
      asked.add(request);
    }
    return answers.apply(request);
  }
}
