package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.Worker;
import io.lull.protocol.model.LogEnd;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.TellLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The newest log lines of running workers: requested from their nodes on demand, and dropped soon
 * after. Used within rounds alone.
 */
public final class LiveLogTails {
  /** A worker's node is asked no more often, however many people look. */
  static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

  /** Of all jobs together. */
  static final int MAX_KEPT = 1_024;

  /** What nobody has asked about for so long is forgotten. */
  static final Duration KEPT = Duration.ofSeconds(5);

  private final PendingOrders pendingOrders;
  private final Clock clock;
  private final Map<String, Kept> kept = new HashMap<>();

  /** Requests without an answer: the worker has ended. */
  private final List<Answer> vain = new ArrayList<>();

  /** The answer to one question, which may never come. Used within rounds alone. */
  public static final class Answer {
    private final List<Consumer<String>> listeners = new ArrayList<>();
    private @Nullable String text;

    public boolean given() {
      return text != null;
    }

    /**
     * @param before what there is as long as none is given
     */
    public String orElse(String before) {
      return text == null ? before : text;
    }

    /** Has the listener told, at once if it is given already. */
    public void then(Consumer<String> listener) {
      if (text == null) {
        listeners.add(listener);
      } else {
        listener.accept(text);
      }
    }

    /** Later ones change nothing. */
    void give(String given) {
      if (text == null) {
        text = given;
        listeners.forEach(listener -> listener.accept(given));
        listeners.clear();
      }
    }
  }

  /**
   * What is known of one worker.
   *
   * @param answer to the question that was asked last; of one that ended, it is empty
   * @param before the answer to one before, should this one not come
   */
  private record Kept(String job, String node, long askedNanos, Answer answer, String before) {
    Kept askedAgain(long nowNanos) {
      return answer.given()
          ? new Kept(job, node, nowNanos, new Answer(), answer.orElse(before))
          : new Kept(job, node, nowNanos, answer, before);
    }
  }

  /**
   * The workers to ask.
   *
   * @param workers of one job, at most {@link LogEnd#MAX_RUNNING}
   * @param leftOut how many more it has
   */
  public record Wanted(List<Worker> workers, int leftOut) {
    public Wanted {
      workers = List.copyOf(workers);
    }

    /** The lowest ranks. */
    public static Wanted of(Job job) {
      final List<Worker> all = job.workersByRank();
      final int asked = Math.min(all.size(), LogEnd.MAX_RUNNING);
      return new Wanted(all.subList(0, asked), all.size() - asked);
    }
  }

  /**
   * What can be waited for.
   *
   * @param leftOut how many more run, which were not asked
   */
  public record Asked(List<Awaited> awaited, int leftOut) {
    static final Asked NOBODY = new Asked(List.of(), 0);

    /**
     * What there is to show.
     *
     * @param texts of those awaited, in their order
     */
    public LiveLog log(List<String> texts) {
      final List<LiveLog.Tail> tails = new ArrayList<>();
      for (int i = 0; i < awaited.size(); i++) {
        if (!texts.get(i).isBlank()) {
          tails.add(new LiveLog.Tail(awaited.get(i).worker(), awaited.get(i).node(), texts.get(i)));
        }
      }
      return new LiveLog(tails, leftOut);
    }

    public Asked {
      awaited = List.copyOf(awaited);
    }
  }

  /** The answer about one worker, which may never come. */
  public record Awaited(String worker, String node, Answer answer, String before) {}

  LiveLogTails(PendingOrders pendingOrders, Clock clock) {
    this.pendingOrders = pendingOrders;
    this.clock = clock;
  }

  /**
   * Has the nodes asked what workers wrote last, as far as the job still has them.
   *
   * @param reachable which nodes
   */
  Asked ask(Job job, Wanted wanted, Predicate<String> reachable) {
    if (job.ended()) {
      return Asked.NOBODY;
    }
    int leftOut = wanted.leftOut();
    final List<Awaited> awaited = new ArrayList<>();
    for (final Worker worker : wanted.workers()) {
      if (!job.workers().containsKey(worker.id()) || !reachable.test(worker.node())) {
        continue;
      }
      if (kept.size() < MAX_KEPT || kept.containsKey(worker.id())) {
        awaited.add(ask(job.id(), worker.id(), worker.node()));
      } else {
        leftOut++;
      }
    }
    return new Asked(awaited, leftOut);
  }

  private Awaited ask(String job, String worker, String node) {
    final long now = clock.nanos();
    final @Nullable Kept last = kept.get(worker);
    final Kept present;
    if (last != null && now - last.askedNanos() < BETWEEN_QUESTIONS.toNanos()) {
      present = last;
    } else {
      present = last == null ? new Kept(job, node, now, new Answer(), "") : last.askedAgain(now);
      kept.put(worker, present);
      pendingOrders.add(
          node, AgentOrder.newBuilder().setTellLog(TellLog.newBuilder().setWorker(worker)).build());
    }
    return new Awaited(worker, node, present.answer(), present.before());
  }

  /** An answer, which counts if its node runs the worker and was asked. */
  void take(String node, LogTail tail) {
    final @Nullable Kept asked = kept.get(tail.getWorker());
    if (asked != null && asked.node().equals(node) && asked.job().equals(tail.getJob())) {
      asked.answer().give(tail.getText());
    }
  }

  /** Forgets those that ended, with their jobs or before, and those whom nobody asks about. */
  void forget(Function<String, Optional<Job>> jobs) {
    final long now = clock.nanos();
    kept.entrySet()
        .removeIf(each -> {
          final Kept tail = each.getValue();
          final boolean runs =
              jobs.apply(tail.job())
                  .filter(job -> !job.ended() && job.workers().containsKey(each.getKey()))
                  .isPresent();
          if (!runs) {
            vain.add(tail.answer());
          }
          return !runs || now - tail.askedNanos() > KEPT.toNanos();
        });
  }

  /** Forgets a worker, if it ran on that node. */
  void ended(String node, String worker) {
    final @Nullable Kept tail = kept.get(worker);
    if (tail != null && tail.node().equals(node)) {
      kept.remove(worker);
      vain.add(tail.answer());
    }
  }

  /** Lets those go who wait for workers that have ended: what these said last is stored. */
  void release() {
    vain.forEach(answer -> answer.give(""));
    vain.clear();
  }
}
