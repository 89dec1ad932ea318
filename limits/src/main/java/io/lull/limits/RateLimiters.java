package io.lull.limits;

import io.lull.protocol.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** A bucket for each of many, forgotten when it is full again. Any thread. */
public final class RateLimiters<K> {
  /** So many are remembered; while nobody can be forgotten, others are refused. */
  static final int MAX_REMEMBERED = 20_000;

  private final Rate rate;
  private final Clock clock;
  private final Map<K, RateLimiter> buckets = new HashMap<>();

  public RateLimiters(Rate rate, Clock clock) {
    this.rate = rate;
    this.clock = clock;
  }

  /** False, and nothing taken, when there are not so many. */
  public synchronized boolean take(K whose, double tokens) {
    RateLimiter bucket = buckets.get(whose);
    if (bucket == null) {
      if (buckets.size() >= MAX_REMEMBERED) {
        buckets.values().removeIf(RateLimiter::full);
      }
      if (buckets.size() >= MAX_REMEMBERED) {
        return false;
      }
      bucket = new RateLimiter(rate, clock);
      buckets.put(whose, bucket);
    }
    return bucket.take(tokens);
  }

  synchronized int remembered() {
    return buckets.size();
  }
}
