package io.lull.tray.screen;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.grid.Feed;
import io.lull.tray.grid.Grid;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A coordinator that nobody has logged in to. */
public final class SampleGrid implements Grid {
  private static <T> Feed<T> feed() {
    return new Feed<>(
        "sample",
        () -> {
          throw new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you have not logged in");
        },
        Feed.Pace.USUAL,
        new VirtualClock());
  }

  @Override
  public boolean loggedIn() {
    return false;
  }

  @Override
  public Feed<List<JobView>> jobs(boolean all) {
    return feed();
  }

  @Override
  public Feed<JobView> job(String id) {
    return feed();
  }

  @Override
  public Feed<List<NodeView>> nodes() {
    return feed();
  }

  @Override
  public Feed<AvailabilityView> availability(Duration since, Duration bucket) {
    return feed();
  }

  @Override
  public <T> CompletableFuture<T> ask(Function<GridClient, T> question) {
    return CompletableFuture.failedFuture(
        new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you have not logged in"));
  }
}
