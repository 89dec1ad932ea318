package io.lull.tray.screen;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.SubmissionTerms;
import io.lull.testkit.grid.FakeGrid;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** A coordinator that shows what a test says, at once, and takes what is asked of it. */
public final class PlayedGrid implements GridAccess {
  private static final Duration LONG = Duration.ofHours(1);
  private static final long LIMIT_SECONDS = 30;
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** What is asked of it is asked of this. */
  public final FakeGrid fake;

  private final GridClient client;
  private final Supplier<List<JobView>> jobs;
  private final Supplier<List<NodeView>> nodes;
  private final boolean silent;
  private volatile boolean stranger;

  /** Whether answers come on the thread that asks, before it goes on. */
  public volatile boolean answersAtOnce = true;

  private PlayedGrid(Supplier<List<JobView>> jobs, Supplier<List<NodeView>> nodes, boolean silent) {
    this.silent = silent;
    this.jobs = jobs;
    this.nodes = nodes;
    try {
      this.fake = new FakeGrid("played-" + NUMBER.incrementAndGet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.client =
        new GridClient(
            List.of(new HostPort("grid.example.org", 7400)),
            _ -> fake.dial(),
            Duration.ofSeconds(1),
            SystemClock.INSTANCE,
            new Random(1));
  }

  public static PlayedGrid of(List<JobView> jobs, List<NodeView> nodes) {
    return new PlayedGrid(() -> jobs, () -> nodes, false);
  }

  /** Whoever looks anew sees what is given then. */
  public static PlayedGrid changing(Supplier<List<JobView>> jobs) {
    return new PlayedGrid(jobs, SampleJobs::nodes, false);
  }

  /** Nothing of it is ever answered. */
  public static PlayedGrid silent() {
    return new PlayedGrid(() -> List.of(never()), () -> List.of(), true);
  }

  public static PlayedGrid failing(ClientFailure.Kind kind, String line) {
    return new PlayedGrid(
        () -> {
          throw new ClientFailure(kind, line);
        },
        List::of,
        false);
  }

  /** Who asks it has no login. */
  public PlayedGrid stranger() {
    stranger = true;
    return this;
  }

  private static JobView never() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("interrupted");
  }

  /** What is seen of it is there already when somebody looks, as far as there is anything. */
  private <T> Poller<T> feed(Supplier<T> value) {
    final CountDownLatch seen = new CountDownLatch(silent ? 0 : 1);
    final Poller<T> feed =
        new Poller<>("played", value, new Poller.Pace(LONG, LONG), new VirtualClock(Samples.NOW));
    try (Poller.Watch _ =
        feed.watch(now -> {
          if (!(now instanceof Fetched.Awaited<T>)) {
            seen.countDown();
          }
        })) {
      if (!seen.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("nothing is seen");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return feed;
  }

  @Override
  public boolean loggedIn() {
    return !stranger;
  }

  @Override
  public Poller<List<JobView>> jobs(boolean all) {
    return feed(jobs);
  }

  @Override
  public Poller<JobView> job(String id) {
    return feed(
        () -> jobs.get().stream().filter(job -> job.getId().equals(id)).findFirst().orElseThrow());
  }

  @Override
  public Poller<List<NodeView>> nodes() {
    return feed(nodes);
  }

  @Override
  public CompletableFuture<AvailabilityView> availability(
      long fromMillis, long untilMillis, Duration bucket) {
    return CompletableFuture.completedFuture(AvailabilityView.getDefaultInstance());
  }

  @Override
  public CompletableFuture<LanesView> lanes(
      long fromMillis, long untilMillis, Duration step, List<String> names) {
    return CompletableFuture.completedFuture(LanesView.getDefaultInstance());
  }

  @Override
  public CompletableFuture<NodeEventList> events(long fromMillis, long untilMillis, int most) {
    return CompletableFuture.completedFuture(NodeEventList.getDefaultInstance());
  }

  @Override
  public CompletableFuture<SubmissionTerms> terms() {
    return CompletableFuture.completedFuture(SubmissionTerms.getDefaultInstance());
  }

  @Override
  public <T> CompletableFuture<T> ask(Function<GridClient, T> question) {
    final CompletableFuture<T> answer = new CompletableFuture<>();
    final Runnable asking =
        () -> {
          try {
            answer.complete(question.apply(client));
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        };
    if (answersAtOnce) {
      asking.run();
    } else {
      final Thread thread = Thread.ofVirtual().start(asking);
      final var _ =
          answer.whenComplete((_, _) -> {
            if (answer.isCancelled()) {
              thread.interrupt();
            }
          });
    }
    return answer;
  }
}
