package io.lull.agent.watcher;

/** Limits the rate of messages: a burst, and a number per second. For one thread. */
final class TokenBucket {
  private final int most;
  private final double perNano;
  private double tokens;
  private long filledNanos;

  TokenBucket(int most, int perSecond, long nowNanos) {
    this.most = most;
    this.perNano = perSecond / 1e9;
    this.tokens = most;
    this.filledNanos = nowNanos;
  }

  boolean take(long nowNanos) {
    tokens = Math.min(most, tokens + Math.max(0, nowNanos - filledNanos) * perNano);
    filledNanos = nowNanos;
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }
}
