package io.lull.coordinator.notice;

import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.model.Occasion;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.time.Clock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notices to webhooks: each at least once, retried for a day, then dropped. Notices for one
 * host are sent one after the other, so that a slow host delays only its own. Only the leader
 * sends. Any thread.
 */
public final class WebhookSender implements AutoCloseable {
  /** That wait, in all. */
  static final int MOST_WAITING = 10_000;

  static final Duration TRIED_FOR = Duration.ofDays(1);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  private static final int MAX_DOUBLINGS = 10;
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);

  private final NoticeStore store;
  private final Webhooks webhooks;
  private final LeaderLease lease;
  private final Clock clock;
  private final RandomGenerator random;
  private final WebhookClient client = new WebhookClient();
  private final AtomicInteger waiting = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Line> lines = new HashMap<>();
  private boolean closed;

  public WebhookSender(
      NoticeStore store,
      Webhooks webhooks,
      LeaderLease lease,
      Clock clock,
      RandomGenerator random) {
    this.store = store;
    this.webhooks = webhooks;
    this.lease = lease;
    this.clock = clock;
    this.random = random;
  }

  /** What a leader before has left untold is taken up. */
  public void start() {
    store.all().stream()
        .filter(notice -> !notice.getTold())
        .sorted(Comparator.comparingLong(NoticeRecord::getAt))
        .forEach(this::take);
  }

  /** Whether one more can wait. */
  public boolean hasRoom() {
    return waiting.get() < MOST_WAITING;
  }

  /** To be called once it is stored; does not wait. */
  public void take(NoticeRecord notice) {
    waiting.incrementAndGet();
    lock.lock();
    try {
      if (!closed) {
        lines.computeIfAbsent(host(notice), Line::new).add(new Sending(notice, clock.nanos(), 0));
      }
    } finally {
      lock.unlock();
    }
  }

  private static String host(NoticeRecord notice) {
    return String.valueOf(URI.create(notice.getUrl()).getHost());
  }

  @Override
  public void close() {
    final List<Line> open;
    lock.lock();
    try {
      closed = true;
      open = new ArrayList<>(lines.values());
    } finally {
      lock.unlock();
    }
    open.forEach(line -> line.thread.interrupt());
    client.close();
    try {
      for (final Line line : open) {
        line.thread.join(STOP_PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One that waits for its next try. */
  private record Sending(NoticeRecord notice, long dueNanos, int failures) {}

  /** All that go to one host, one at a time. */
  private final class Line {
    private final String host;
    private final PriorityQueue<Sending> queue =
        new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos() - b.dueNanos()));
    private final Condition more = lock.newCondition();
    private final Thread thread;

    Line(String host) {
      this.host = host;
      this.thread = Thread.ofVirtual().name("lull-notices").start(this::run);
    }

    /** With the lock. */
    private void add(Sending sending) {
      queue.add(sending);
      more.signalAll();
    }

    private void run() {
      try {
        while (true) {
          final Sending next = next();
          LogContext.ofJob(next.notice().getJob(), () -> bring(next));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private Sending next() throws InterruptedException {
      lock.lockInterruptibly();
      try {
        while (true) {
          final Sending first = queue.peek();
          final long left = first == null ? Long.MAX_VALUE : first.dueNanos() - clock.nanos();
          if (first != null && left <= 0) {
            queue.remove();
            return first;
          }
          final var _ = more.await(left, TimeUnit.NANOSECONDS);
        }
      } finally {
        lock.unlock();
      }
    }

    private void bring(Sending sending) {
      final NoticeRecord notice = sending.notice();
      try {
        switch (attempt(notice)) {
          case WebhookClient.Outcome.Taken _ -> {
            done(notice);
            LOG.info("Notified {}: {} is {}", host, notice.getJob(), notice.getEvent());
          }
          case WebhookClient.Outcome.Later(String why) when !expired(notice) -> again(sending, why);
          case WebhookClient.Outcome.Later(String why) -> giveUp(notice, why);
          case WebhookClient.Outcome.Never(String why) -> giveUp(notice, why);
        }
      } catch (StoreException e) {
        again(sending, String.valueOf(e.getMessage()));
      } catch (RuntimeException e) {
        // One notice's fault must not stop the others; who leads next tries this one again.
        LOG.error("Cannot send a notice of {}", notice.getJob(), e);
        waiting.decrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private WebhookClient.Outcome attempt(NoticeRecord notice) throws InterruptedException {
      if (!lease.holds()) {
        // The new leader has it, too; this coordinator is about to stop.
        return new WebhookClient.Outcome.Later("another coordinator leads");
      }
      final URI url;
      try {
        url = webhooks.check(notice.getUrl());
      } catch (IllegalArgumentException e) {
        return new WebhookClient.Outcome.Never(String.valueOf(e.getMessage()));
      }
      return client.send(url, notice);
    }

    private boolean expired(NoticeRecord notice) {
      return clock.epochMillis() - notice.getAt() > TRIED_FOR.toMillis();
    }

    private void giveUp(NoticeRecord notice, String why) {
      LOG.warn(
          "Gave up notifying {} that {} is {}: {}", host, notice.getJob(), notice.getEvent(), why);
      done(notice);
    }

    /** What lasts is kept until it is over, so that nobody begins to tell it again. */
    private void done(NoticeRecord notice) {
      if (notice.getEvent().equals(Occasion.SUSPENDED.wire())
          || notice.getEvent().equals(Occasion.WAITING.wire())) {
        store.told(notice);
      } else {
        store.remove(notice);
      }
      waiting.decrementAndGet();
    }

    private void again(Sending sending, String why) {
      final int failures = sending.failures() + 1;
      final long step =
          Math.min(
              LONGEST_PAUSE.toNanos(),
              FIRST_PAUSE.toNanos() << Math.min(failures - 1, MAX_DOUBLINGS));
      final long pause = step / 2 + random.nextLong(step / 2 + 1);
      if (failures == 1) {
        LOG.info("Cannot notify {} of {} yet: {}", host, sending.notice().getJob(), why);
      }
      lock.lock();
      try {
        add(new Sending(sending.notice(), clock.nanos() + pause, failures));
      } finally {
        lock.unlock();
      }
    }
  }
}
