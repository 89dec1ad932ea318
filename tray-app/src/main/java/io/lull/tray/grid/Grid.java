package io.lull.tray.grid;

import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The coordinator, as view models know it. */
public interface Grid {
  /**
   * Whether this person has logged in on this computer. What a page watches fails with {@code
   * NOT_ALLOWED} else.
   */
  boolean loggedIn();

  /**
   * @param all also those that have ended
   */
  Feed<List<JobView>> jobs(boolean all);

  /** One job, with its events. */
  Feed<JobView> job(String id);

  Feed<List<NodeView>> nodes();

  /**
   * @param since from so long ago until now
   */
  Feed<AvailabilityView> availability(Duration since, Duration bucket);

  /**
   * Anything else that is asked of the coordinator once, such as a cancellation. Answered on any
   * thread; else failed with a {@link io.lull.client.ClientFailure}. Who cancels it interrupts what
   * is being sent or fetched.
   */
  <T> CompletableFuture<T> ask(Function<GridClient, T> question);
}
