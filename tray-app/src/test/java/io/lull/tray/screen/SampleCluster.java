package io.lull.tray.screen;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.SubmissionTerms;
import io.lull.testkit.time.Eventually;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The coordinator of a sample office, which answers at once, or as a test says. */
public final class SampleCluster implements GridAccess {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Poller.Pace ONCE = new Poller.Pace(Duration.ofHours(1), PATIENCE);

  /** What was asked of the past. */
  public final List<String> asked = new CopyOnWriteArrayList<>();

  public volatile boolean administers = true;
  public volatile boolean away;
  private volatile boolean known = true;
  private volatile boolean silent;

  private final SampleOffice office;
  private final Poller<List<NodeView>> nodes;

  private SampleCluster(SampleOffice office, Poller<List<NodeView>> nodes) {
    this.office = office;
    this.nodes = nodes;
  }

  /** So many nodes, with so much of a past. */
  public static SampleCluster of(int nodes, Duration known) {
    final SampleOffice office = new SampleOffice(nodes, Samples.NOW, known);
    return new SampleCluster(
        office, warm(feed(office::nodes), seen -> seen instanceof Fetched.Shown<List<NodeView>>));
  }

  /** One that was there and does not answer any more. */
  public static SampleCluster gone(int nodes) {
    final SampleOffice office = new SampleOffice(nodes, Samples.NOW, Duration.ofDays(400));
    final AtomicInteger asked = new AtomicInteger();
    final Poller<List<NodeView>> feed =
        feed(() -> {
          if (asked.getAndIncrement() == 0) {
            return office.nodes();
          }
          throw new ClientFailure(
              ClientFailure.Kind.UNREACHABLE, "no coordinator answers at grid.example.org:7400");
        });
    warm(feed, seen -> seen instanceof Fetched.Shown<List<NodeView>>);
    feed.refresh();
    return new SampleCluster(
        office, warm(feed, seen -> seen instanceof Fetched.Missing<List<NodeView>>));
  }

  /** One that nobody has logged in to. */
  public static SampleCluster unknown() {
    final Poller<List<NodeView>> feed =
        feed(() -> {
          throw new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "you have not logged in");
        });
    final SampleCluster cluster =
        new SampleCluster(
            new SampleOffice(0, Samples.NOW, Duration.ofDays(1)),
            warm(feed, seen -> seen instanceof Fetched.Missing<List<NodeView>>));
    cluster.known = false;
    return cluster;
  }

  /** One that has not answered yet. */
  public static SampleCluster silent() {
    final SampleCluster cluster =
        new SampleCluster(
            new SampleOffice(0, Samples.NOW, Duration.ofDays(1)),
            feed(() -> new CompletableFuture<List<NodeView>>().join()));
    cluster.silent = true;
    return cluster;
  }

  private static Poller<List<NodeView>> feed(Supplier<List<NodeView>> fetch) {
    return new Poller<>("sample-nodes", fetch, ONCE, new VirtualClock(Samples.NOW));
  }

  /** What is seen of it is there already when a page first looks. */
  private static Poller<List<NodeView>> warm(
      Poller<List<NodeView>> feed, Predicate<Fetched<List<NodeView>>> so) {
    final CompletableFuture<Boolean> done = new CompletableFuture<>();
    try (Poller.Watch _ =
        feed.watch(seen -> {
          if (so.test(seen)) {
            done.complete(true);
          }
        })) {
      Eventually.await("the sample is there", PATIENCE, done::isDone);
    }
    return feed;
  }

  @Override
  public boolean loggedIn() {
    return known;
  }

  @Override
  public Poller<List<JobView>> jobs(boolean all) {
    return new SampleGrid().jobs(all);
  }

  @Override
  public Poller<JobView> job(String id) {
    return new SampleGrid().job(id);
  }

  @Override
  public Poller<List<NodeView>> nodes() {
    return nodes;
  }

  private <T> CompletableFuture<T> answer(String question, Supplier<T> reply) {
    asked.add(question);
    if (silent) {
      return new CompletableFuture<>();
    }
    return away
        ? CompletableFuture.failedFuture(
            new ClientFailure(ClientFailure.Kind.UNREACHABLE, "no coordinator answers"))
        : CompletableFuture.completedFuture(reply.get());
  }

  @Override
  public CompletableFuture<AvailabilityView> availability(
      long fromMillis, long untilMillis, Duration bucket) {
    return answer(
        "availability " + bucket, () -> office.availability(fromMillis, untilMillis, bucket));
  }

  @Override
  public CompletableFuture<LanesView> lanes(
      long fromMillis, long untilMillis, Duration step, List<String> names) {
    return answer(
        "lanes " + names.size(), () -> office.lanes(fromMillis, untilMillis, step, names));
  }

  @Override
  public CompletableFuture<NodeEventList> events(long fromMillis, long untilMillis, int most) {
    return answer("events", () -> office.events(fromMillis, untilMillis, most));
  }

  @Override
  public CompletableFuture<SubmissionTerms> terms() {
    return answer("terms", () -> SubmissionTerms.newBuilder().setAdministers(administers).build());
  }

  @Override
  public <T> CompletableFuture<T> ask(Function<GridClient, T> question) {
    return CompletableFuture.failedFuture(
        new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "only administrators may do this"));
  }
}
