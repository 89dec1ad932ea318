package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiters;
import io.lull.protocol.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs requests, each in a thread of its own, with a limit in total and for each person or address.
 * Any thread.
 */
final class RequestExecutor implements AutoCloseable {
  /** Answers that are being found. */
  static final int MAX_AT_ONCE = 32;

  /** Answers to one person that were found and not taken yet. */
  static final int MAX_UNREAD_OF_PERSON = 8;

  /** Requests from one address; what a person may ask for is counted besides. */
  static final Rate REQUESTS_OF_HOST = new Rate(400, 100);

  private static final Logger LOG = LoggerFactory.getLogger(RequestExecutor.class);

  private final RequestHandler site;
  private final Semaphore desks = new Semaphore(MAX_AT_ONCE);
  private final RateLimiters<String> requests;
  private final Map<ByteString, Integer> unread = new HashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lull-web-", 0).factory());

  RequestExecutor(RequestHandler site, Clock clock) {
    this.site = site;
    this.requests = new RateLimiters<>(REQUESTS_OF_HOST, clock);
  }

  /** Delivers an answer to its browser. */
  interface Messenger {
    /**
     * @param written to be run once, when the answer was taken or cannot be
     */
    void takes(WebResponse answer, Runnable written);
  }

  /** Returns at once. */
  void serve(WebRequest request, Messenger messenger) {
    if (!requests.take(request.host(), 1)) {
      messenger.takes(
          WebResponse.refusal(
              WebResponse.TOO_MUCH, "too-often", request.host() + " exceeds the rate limit"),
          () -> {});
      return;
    }
    if (!desks.tryAcquire()) {
      messenger.takes(busy(), () -> {});
      return;
    }
    try {
      threads.execute(() -> {
        final WebResponse answer;
        try {
          answer = found(request);
        } finally {
          desks.release();
        }
        hand(answer, messenger);
      });
    } catch (RejectedExecutionException e) {
      desks.release();
      messenger.takes(busy(), () -> {});
    }
  }

  private static WebResponse busy() {
    return WebResponse.refusal(
        WebResponse.UNAVAILABLE, "busy", "too many concurrent requests: try again");
  }

  private WebResponse found(WebRequest request) {
    try {
      return site.answer(request);
    } catch (RuntimeException e) {
      LOG.error("a request for {} failed", request.path(), e);
      return WebResponse.refusal(
          WebResponse.FAILED, "failed", "internal error: see the coordinator's log");
    }
  }

  private void hand(WebResponse answer, Messenger messenger) {
    final Optional<ByteString> key = answer.asker().map(caller -> caller.keySha256());
    if (key.isEmpty()) {
      messenger.takes(answer, () -> {});
    } else if (begins(key.get())) {
      final AtomicBoolean open = new AtomicBoolean(true);
      messenger.takes(
          answer,
          () -> {
            if (open.compareAndSet(true, false)) {
              ended(key.get());
            }
          });
    } else {
      messenger.takes(
          WebResponse.refusal(
              WebResponse.TOO_MUCH,
              "unread",
              "answers to earlier requests are unread: read them first"),
          () -> {});
    }
  }

  private boolean begins(ByteString key) {
    synchronized (unread) {
      final int count = unread.getOrDefault(key, 0);
      if (count >= MAX_UNREAD_OF_PERSON) {
        return false;
      }
      unread.put(key, count + 1);
      return true;
    }
  }

  private void ended(ByteString key) {
    synchronized (unread) {
      unread.computeIfPresent(key, (_, count) -> count > 1 ? count - 1 : null);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
