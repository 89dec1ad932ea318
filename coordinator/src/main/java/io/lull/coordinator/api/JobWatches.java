package io.lull.coordinator.api;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.wire.JobView;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The watchers of each job. A slow watcher misses intermediate states, never the newest. */
public final class JobWatches {
  private static final int MAX_WATCHERS = 1000;

  /** At most so many views per second reach a watcher: more than anybody can see. */
  private static final Duration QUICKEST_VIEW = Duration.ofMillis(100);

  private static final Duration LIFE_SIGN = Duration.ofSeconds(1);

  /** A watcher who has not read the last view after so many signs of life is given up. */
  private static final int UNREAD_SIGNS = 60;

  private final Map<String, Set<Watcher>> watchers = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Tells those who watch it. Never blocks for long. */
  public void changed(Job job) {
    final Set<Watcher> of = watchers.get(job.id());
    if (of != null) {
      of.forEach(watcher -> watcher.offer(job));
    }
  }

  /** To be called in the call's own thread, before the call returns. */
  Watcher watcher(ServerCallStreamObserver<JobView> reply) {
    return new Watcher(reply);
  }

  /** Sends views until the job ends or the caller leaves; keeps the calling thread meanwhile. */
  void watch(String job, Watcher watcher, Newest newest) {
    if (count.incrementAndGet() > MAX_WATCHERS) {
      count.decrementAndGet();
      throw Status.UNAVAILABLE
          .withDescription("too many clients watch jobs: try again later")
          .asRuntimeException();
    }
    watchers.merge(job, Set.of(watcher), JobWatches::union);
    try {
      watcher.offer(newest.job(job));
      watcher.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Status.UNAVAILABLE
          .withDescription("the coordinator is stopping")
          .withCause(e)
          .asRuntimeException();
    } finally {
      count.decrementAndGet();
      watchers.computeIfPresent(job, (id, present) -> without(present, watcher));
    }
  }

  private static Set<Watcher> union(Set<Watcher> some, Set<Watcher> more) {
    final Set<Watcher> all = new HashSet<>(some);
    all.addAll(more);
    return Set.copyOf(all);
  }

  private static @Nullable Set<Watcher> without(Set<Watcher> present, Watcher watcher) {
    final Set<Watcher> left = new HashSet<>(present);
    left.remove(watcher);
    return left.isEmpty() ? null : Set.copyOf(left);
  }

  /** How a job is looked up. */
  interface Newest {
    Job job(String id);
  }

  /** One who watches, with the newest that is not sent yet. */
  static final class Watcher {
    private final ServerCallStreamObserver<JobView> reply;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private @Nullable Job next;

    private Watcher(ServerCallStreamObserver<JobView> reply) {
      this.reply = reply;
      reply.setOnReadyHandler(this::wake);
      reply.setOnCancelHandler(this::wake);
    }

    private void offer(Job job) {
      lock.lock();
      try {
        next = job;
        change.signalAll();
      } finally {
        lock.unlock();
      }
    }

    private void wake() {
      lock.lock();
      try {
        change.signalAll();
      } finally {
        lock.unlock();
      }
    }

    private void run() throws InterruptedException {
      int unread = 0;
      while (!reply.isCancelled()) {
        final Job job = await();
        unread = reply.isReady() ? 0 : unread + 1;
        if (unread > UNREAD_SIGNS) {
          throw Status.RESOURCE_EXHAUSTED
              .withDescription("the client does not read the updates")
              .asRuntimeException();
        }
        if (job != null) {
          reply.onNext(JobViews.of(job));
          if (job.state().ended()) {
            return;
          }
          pause();
        }
      }
    }

    /** The newest job once it may be sent; null now and then, to look whether anybody is there. */
    private @Nullable Job await() throws InterruptedException {
      lock.lock();
      try {
        long left = LIFE_SIGN.toNanos();
        while ((next == null || !reply.isReady()) && !reply.isCancelled() && left > 0) {
          left = change.awaitNanos(left);
        }
        if (next == null || !reply.isReady()) {
          return null;
        }
        final Job job = next;
        next = null;
        return job;
      } finally {
        lock.unlock();
      }
    }

    /** Changes that follow at once become one view, but for the last, which is waited for. */
    private void pause() throws InterruptedException {
      lock.lock();
      try {
        long left = QUICKEST_VIEW.toNanos();
        while (left > 0 && !reply.isCancelled() && (next == null || !next.state().ended())) {
          left = change.awaitNanos(left);
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
