package io.lull.tray.screen;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.SubmissionTerms;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A coordinator that nobody has logged in to. */
public final class SampleGrid implements GridAccess {
  private static <T> Poller<T> feed() {
    return new Poller<>(
        "sample",
        () -> {
          throw new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you have not logged in");
        },
        Poller.Pace.USUAL,
        new VirtualClock());
  }

  @Override
  public boolean loggedIn() {
    return false;
  }

  @Override
  public Poller<List<JobView>> jobs(boolean all) {
    return feed();
  }

  @Override
  public Poller<JobView> job(String id) {
    return feed();
  }

  @Override
  public Poller<List<NodeView>> nodes() {
    return feed();
  }

  @Override
  public CompletableFuture<AvailabilityView> availability(
      long fromMillis, long untilMillis, Duration bucket) {
    return refused();
  }

  @Override
  public CompletableFuture<LanesView> lanes(
      long fromMillis, long untilMillis, Duration step, List<String> names) {
    return refused();
  }

  @Override
  public CompletableFuture<NodeEventList> events(long fromMillis, long untilMillis, int most) {
    return refused();
  }

  @Override
  public CompletableFuture<SubmissionTerms> terms() {
    return refused();
  }

  @Override
  public <T> CompletableFuture<T> ask(Function<GridClient, T> question) {
    return refused();
  }

  private static <T> CompletableFuture<T> refused() {
    return CompletableFuture.failedFuture(
        new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you have not logged in"));
  }
}
