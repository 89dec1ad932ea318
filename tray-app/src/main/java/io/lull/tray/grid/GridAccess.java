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

/** The coordinator, as view models know it. */
public interface GridAccess {
  /**
   * Whether this person has logged in on this computer. What a page watches fails with {@code
   * NOT_ALLOWED} else.
   */
  boolean loggedIn();

  /**
   * @param all also those that have ended
   */
  Poller<List<JobView>> jobs(boolean all);

  /** One job, with its events. */
  Poller<JobView> job(String id);

  Poller<List<NodeView>> nodes();

  /** How many nodes were to be had in a stretch of time. This and what follows as {@link #ask}. */
  CompletableFuture<AvailabilityView> availability(
      long fromMillis, long untilMillis, Duration bucket);

  /** What each of these nodes was used for; refused to all but administrators. */
  CompletableFuture<LanesView> lanes(
      long fromMillis, long untilMillis, Duration step, List<String> names);

  /** What happened to nodes; refused to all but administrators. */
  CompletableFuture<NodeEventList> events(long fromMillis, long untilMillis, int most);

  /** What this person may ask for, and whether they administer the grid. */
  CompletableFuture<SubmissionTerms> terms();

  /**
   * Anything else that is asked of the coordinator once, such as a cancellation. Answered on any
   * thread; else failed with a {@link io.lull.client.ClientFailure}. Who cancels it interrupts what
   * is being sent or fetched.
   */
  <T> CompletableFuture<T> ask(Function<GridClient, T> question);
}
