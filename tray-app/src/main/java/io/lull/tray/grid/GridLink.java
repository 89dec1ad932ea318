package io.lull.tray.grid;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.SubmissionTerms;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The coordinator with the person's own login; connects at the first request. */
public final class GridLink implements GridAccess, AutoCloseable {
  private static final int MAX_QUESTIONS = 16;

  /** Requests that nobody waits for any more are cleaned up meanwhile. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(2);

  private final Supplier<GridClient> connect;
  private final BooleanSupplier login;
  private final Clock clock;
  private final Semaphore questions = new Semaphore(MAX_QUESTIONS);
  private final Poller<List<JobView>> present;
  private final Poller<List<JobView>> all;
  private final Poller<List<NodeView>> nodes;
  private @Nullable GridClient client;

  /**
   * @param connect fails with {@link ClientFailure} without a login
   * @param login whether there is a login
   */
  public GridLink(Supplier<GridClient> connect, BooleanSupplier login, Clock clock) {
    this.connect = connect;
    this.login = login;
    this.clock = clock;
    this.present = feed("jobs", grid -> grid.jobs(false));
    this.all = feed("all-jobs", grid -> grid.jobs(true));
    this.nodes = feed("nodes", GridClient::nodes);
  }

  private <T> Poller<T> feed(String name, Function<GridClient, T> fetch) {
    return new Poller<>(name, () -> fetch.apply(client()), Poller.Pace.USUAL, clock);
  }

  private synchronized GridClient client() {
    final GridClient connected = client == null ? connect.get() : client;
    client = connected;
    return connected;
  }

  /** After a login: drops the old connection and uses the new login. */
  public synchronized void renew() {
    leave();
    List.of(present, all).forEach(Poller::refresh);
    nodes.refresh();
  }

  @Override
  public boolean loggedIn() {
    return login.getAsBoolean();
  }

  @Override
  public Poller<List<JobView>> jobs(boolean ended) {
    return ended ? all : present;
  }

  @Override
  public Poller<JobView> job(String id) {
    return feed("job-" + id, grid -> grid.job(id));
  }

  @Override
  public Poller<List<NodeView>> nodes() {
    return nodes;
  }

  @Override
  public CompletableFuture<AvailabilityView> availability(
      long fromMillis, long untilMillis, Duration bucket) {
    return ask(grid -> grid.history().availability(fromMillis, untilMillis, bucket));
  }

  @Override
  public CompletableFuture<LanesView> lanes(
      long fromMillis, long untilMillis, Duration step, List<String> names) {
    return ask(grid -> grid.history().lanes(fromMillis, untilMillis, step, names));
  }

  @Override
  public CompletableFuture<NodeEventList> events(long fromMillis, long untilMillis, int most) {
    return ask(grid -> grid.history().events(fromMillis, untilMillis, most));
  }

  @Override
  public CompletableFuture<SubmissionTerms> terms() {
    return ask(GridClient::terms);
  }

  @Override
  public <T> CompletableFuture<T> ask(Function<GridClient, T> question) {
    if (!questions.tryAcquire()) {
      return CompletableFuture.failedFuture(
          new ClientFailure(
              ClientFailure.Kind.UNREACHABLE,
              "the coordinator has not answered earlier questions yet"));
    }
    final CompletableFuture<T> answer = new CompletableFuture<>();
    final Thread asking =
        Thread.ofVirtual()
            .name("grid-question")
            .start(() -> {
              try {
                answer.complete(question.apply(client()));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              } finally {
                questions.release();
              }
            });
    final var _ =
        answer.whenComplete((_, _) -> {
          if (answer.isCancelled()) {
            asking.interrupt();
          }
        });
    return answer;
  }

  private synchronized void leave() {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /** Returns when no request is running any more, or soon after. */
  @Override
  public void close() {
    leave();
    try {
      if (questions.tryAcquire(MAX_QUESTIONS, ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        questions.release(MAX_QUESTIONS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
