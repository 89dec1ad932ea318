package io.lull.tray.grid;

import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.SubmissionTerms;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The coordinator, for view models. */
public interface GridAccess {
  /**
   * Whether this person has logged in on this computer. Otherwise everything that a page watches
   * fails with {@code NOT_ALLOWED}.
   */
  boolean loggedIn();

  /**
   * @param all including those that have ended
   */
  Poller<List<JobView>> jobs(boolean all);

  /** One job, with its events. */
  Poller<JobView> job(String id);

  Poller<List<NodeView>> nodes();

  /** How many nodes were available in a period. This and the following behave like {@link #ask}. */
  CompletableFuture<AvailabilityView> availability(
      long fromMillis, long untilMillis, Duration bucket);

  /** The use of each of these nodes; for administrators. */
  CompletableFuture<LanesView> lanes(
      long fromMillis, long untilMillis, Duration step, List<String> names);

  /** The events of nodes; for administrators. */
  CompletableFuture<NodeEventList> events(long fromMillis, long untilMillis, int most);

  /** What this person may request, and whether they administer the grid. */
  CompletableFuture<SubmissionTerms> terms();

  /**
   * Any other single request to the coordinator, such as a cancellation. Answered on any thread;
   * else failed with a {@link io.lull.client.ClientFailure}. Cancelling it interrupts the transfer.
   */
  <T> CompletableFuture<T> ask(Function<GridClient, T> question);
}
