package io.lull.coordinator.enrolment;

import io.lull.coordinator.core.store.TokenStore;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.TokenRecord;
import io.lull.protocol.text.Durations;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentToken;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;

/** One-time tokens; only the hash of each is kept. */
public final class Tokens {
  public static final Duration DEFAULT_VALIDITY = Duration.ofHours(1);
  public static final Duration LONGEST_VALIDITY = Duration.ofDays(30);

  /** A used or expired one is remembered for so long, to be able to say what became of it. */
  private static final Duration REMEMBERED = Duration.ofDays(30);

  private static final int SECRET_BYTES = 16;

  private final TokenStore store;
  private final X509Certificate authority;
  private final Clock clock;
  private final SecureRandom random;

  public Tokens(TokenStore store, X509Certificate authority, Clock clock, SecureRandom random) {
    this.store = store;
    this.authority = authority;
    this.clock = clock;
    this.random = random;
  }

  /**
   * @param expiresMillis since 1970
   */
  public record Created(EnrolmentToken token, long expiresMillis) {}

  /**
   * @param name whom it enrols; empty: whoever has it chooses a name
   * @throws IllegalArgumentException with one line when the validity is out of range, or nobody can
   *     be called so
   */
  public Created create(Role role, String name, Duration validity, String createdBy) {
    if (validity.isNegative() || validity.isZero() || validity.compareTo(LONGEST_VALIDITY) > 0) {
      throw new IllegalArgumentException(
          "a token's validity must be 1s to " + Durations.format(LONGEST_VALIDITY));
    }
    if (!name.isEmpty()) {
      EnrolmentService.checkName(name);
    }
    final long now = clock.epochMillis();
    store.expiredBefore(now - REMEMBERED.toMillis()).forEach(store::remove);
    final byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    final long expires = now + validity.toMillis();
    store.put(
        hash(secret),
        TokenRecord.newBuilder()
            .setRole(role.wire())
            .setName(name)
            .setExpires(expires)
            .setCreatedBy(createdBy)
            .build());
    return new Created(EnrolmentToken.of(secret, authority), expires);
  }

  /**
   * What a token gives.
   *
   * @param bound whether an administrator said who it is for
   */
  public record Grant(Role role, boolean bound) {}

  /**
   * Uses up the token: the first caller with a valid one receives its role.
   *
   * @param name that the caller wants
   * @throws TokenRefusedException with one line that says why
   */
  public Grant use(byte[] secret, String name) throws TokenRefusedException {
    final String hash = hash(secret);
    final Optional<TokenRecord> found = store.get(hash);
    if (found.isEmpty()) {
      throw new TokenRefusedException("this token is unknown: ask an administrator for a new one");
    }
    final TokenRecord token = found.get();
    final long now = clock.epochMillis();
    if (token.getUsedAt() != 0) {
      throw new TokenRefusedException(
          "this token was used at "
              + at(token.getUsedAt())
              + " and is valid only once: ask for another");
    }
    if (token.getExpires() <= now) {
      throw new TokenRefusedException(
          "this token expired at " + at(token.getExpires()) + ": ask for another");
    }
    final boolean bound = !token.getName().isEmpty();
    if (bound && !token.getName().equals(name)) {
      throw new TokenRefusedException(
          "this token is for '" + token.getName() + "': enrol with --name " + token.getName());
    }
    if (!store.use(hash, token, now)) {
      throw new TokenRefusedException("this token has just been used: ask for another");
    }
    return new Grant(Role.of(token.getRole()), bound);
  }

  /** Whether it enrols a person, and nobody said that it is the one of this name. */
  boolean isForSomebodyElse(byte[] secret, String name) {
    return store
        .get(hash(secret))
        .filter(token -> !token.getRole().equals(Role.NODE.wire()) && !token.getName().equals(name))
        .isPresent();
  }

  /** What somebody made and nobody has used yet is good for nothing from now on. */
  void dropOpenBy(String creator) {
    store.openBy(creator).forEach(store::remove);
  }

  /** Whether somebody could still enrol with this role. */
  public boolean anyOpen(Role role) {
    return store.anyOpen(role.wire(), clock.epochMillis());
  }

  private static String at(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String hash(byte[] secret) {
    return HexFormat.of().formatHex(Certificates.sha256(secret));
  }
}
