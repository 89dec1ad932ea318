package io.lull.tray.agent;

import io.lull.client.ClientFailure;
import io.lull.client.owner.OwnerClient;
import io.lull.client.owner.OwnerConnection;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerFollow;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the agent over its owner's socket: receives changes, detects a frozen agent by its
 * missing beats, and reconnects to a restarted one.
 */
public final class AgentLink implements Agent, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);

  /** The time limit of a question. */
  public static final Duration ASKED_WITHIN = Duration.ofSeconds(2);

  private static final int MAX_QUESTIONS = 8;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  /**
   * How fast changes are detected.
   *
   * @param beat interval of an agent without changes
   * @param silence after which a connected agent counts as not answering
   * @param retry between two attempts to connect
   */
  public record Pace(Duration beat, Duration silence, Duration retry) {
    /** A true state within three seconds, for less than a second of processor time an hour. */
    public static final Pace USUAL =
        new Pace(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(1));
  }

  private final Path folder;
  private final Pace pace;
  private final Clock clock;
  private final Thread thread;
  private final Semaphore questions = new Semaphore(MAX_QUESTIONS);
  private final List<Consumer<AgentState>> watchers = new CopyOnWriteArrayList<>();
  private AgentState state = new AgentState.Looking();
  private Optional<AgentState.Present> last = Optional.empty();
  private long heardEpochMillis;
  private boolean closed;

  /**
   * @param folder of the agent
   */
  public AgentLink(Path folder, Pace pace, Clock clock) {
    this.folder = folder;
    this.pace = pace;
    this.clock = clock;
    this.heardEpochMillis = clock.epochMillis();
    this.thread = Thread.ofPlatform().name("agent-link").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  @Override
  public synchronized void watch(Consumer<AgentState> watcher) {
    watchers.add(watcher);
    watcher.accept(state);
  }

  private void run() {
    while (!isClosed()) {
      try (OwnerConnection talk = OwnerConnection.open(folder, clock)) {
        heardEpochMillis = clock.epochMillis();
        talk.send(follow(), pace.silence());
        listen(talk);
      } catch (EOFException e) {
        tell(new AgentState.Absent(folder.toString()));
      } catch (IOException e) {
        tell(
            OwnerClient.anothers(e)
                ? new AgentState.Forbidden(folder.toString())
                : new AgentState.Absent(folder.toString()));
      } catch (RuntimeException e) {
        LOG.error("what the agent says cannot be followed; it is tried again", e);
        // What was known may be obsolete.
        tell(new AgentState.Silent(heardEpochMillis, last));
      }
      rest();
    }
  }

  private OwnerRequest follow() {
    return OwnerRequest.newBuilder()
        .setFollow(OwnerFollow.newBuilder().setBeatMillis(pace.beat().toMillis()))
        .build();
  }

  private void listen(OwnerConnection talk) throws IOException {
    while (!isClosed()) {
      final Optional<OwnerReply> reply = talk.next(pace.silence());
      if (reply.isEmpty()) {
        tell(new AgentState.Silent(heardEpochMillis, last));
      } else if (!reply.get().getRefused().isEmpty()) {
        tell(new AgentState.Refusing(reply.get().getRefused()));
        return;
      } else {
        heard(reply.get());
      }
    }
  }

  private void heard(OwnerReply reply) {
    heardEpochMillis = clock.epochMillis();
    if (reply.hasStatus()) {
      last = Optional.of(new AgentState.Present(reply.getStatus(), reply.getSettingsList()));
    }
    last.ifPresent(this::tell);
  }

  private synchronized void tell(AgentState now) {
    if (!closed && !now.equals(state)) {
      state = now;
      watchers.forEach(watcher -> watcher.accept(now));
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void rest() {
    final long end = clock.nanos() + pace.retry().toNanos();
    try {
      for (long left = pace.retry().toMillis(); !closed && left > 0; ) {
        wait(left);
        left = (end - clock.nanos()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  @Override
  public CompletableFuture<OwnerReply> ask(OwnerRequest request) {
    final CompletableFuture<OwnerReply> answer = new CompletableFuture<>();
    if (!questions.tryAcquire()) {
      answer.completeExceptionally(
          new ClientFailure(
              ClientFailure.Kind.UNREACHABLE, "the agent has not answered earlier questions yet"));
      return answer;
    }
    Thread.ofVirtual().name("agent-question").start(() -> answer(request, answer));
    return answer;
  }

  private void answer(OwnerRequest request, CompletableFuture<OwnerReply> answer) {
    @Nullable OwnerReply reply = null;
    RuntimeException failure = new IllegalStateException("not asked");
    try {
      reply = new OwnerClient(folder, ASKED_WITHIN, clock).ask(request);
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      questions.release();
    }
    if (reply == null) {
      answer.completeExceptionally(failure);
    } else {
      answer.complete(reply);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.interrupt();
    try {
      thread.join(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
