package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Links to sign in: each works once, for the person that it was made for. Known to this process
 * alone: after a change of leader they are invalid. Any thread.
 */
final class SignInLinks {
  /** For the caller at this computer. */
  static final Duration OWN = Duration.ofMinutes(2);

  /** For somebody to whom the link has to be sent. */
  static final Duration SENT = Duration.ofMinutes(10);

  /** Of one who makes them; then their oldest goes. */
  static final int MAX_OF_MAKER = 8;

  /** Nobody makes more while there are so many. */
  static final int MAX = 1000;

  private final Clock clock;
  private final RandomGenerator random;
  private final Map<ByteString, Link> open = new LinkedHashMap<>();

  SignInLinks(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  private record Link(PageUser user, ByteString maker, long endNanos) {}

  /**
   * @param secret to be told to nobody else, and not kept here
   * @param expiresMillis since 1970
   */
  record NewLink(String secret, long expiresMillis) {}

  /** Empty: too many are open. */
  synchronized Optional<NewLink> make(PageUser user, ByteString maker, Duration validity) {
    dropOver();
    if (open.values().stream().filter(link -> link.maker().equals(maker)).count() >= MAX_OF_MAKER) {
      open.entrySet().stream()
          .filter(link -> link.getValue().maker().equals(maker))
          .map(Map.Entry::getKey)
          .findFirst()
          .ifPresent(open::remove);
    }
    if (open.size() >= MAX) {
      return Optional.empty();
    }
    final String secret = BrowserSecret.draw(random);
    open.put(BrowserSecret.hash(secret), new Link(user, maker, clock.nanos() + validity.toNanos()));
    return Optional.of(new NewLink(secret, clock.epochMillis() + validity.toMillis()));
  }

  /** It signs in the first caller that shows it, and no other. */
  synchronized Optional<PageUser> use(String secret) {
    dropOver();
    return Optional.ofNullable(open.remove(BrowserSecret.hash(secret))).map(Link::user);
  }

  /** Whether there were any. */
  synchronized boolean dropOf(ByteString key) {
    return open.values().removeIf(link -> link.user().key().equals(key));
  }

  private void dropOver() {
    final long now = clock.nanos();
    open.values().removeIf(link -> link.endNanos() - now <= 0);
  }
}
