package io.lull.coordinator.enrolment;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.LiveIdentity;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server certificate of the coordinator: made at each start, and again while it runs when a third
 * of its lifetime is left. Handshakes from then on see the new one, open connections stay.
 */
public final class ServerCertificate implements AutoCloseable {
  /** Long enough to have a new authority taken to everybody. */
  static final Duration AUTHORITY_WARNING = Duration.ofDays(365);

  private static final Duration LOOK_EVERY = Duration.ofHours(1);
  private static final Duration WARN_EVERY = Duration.ofDays(1);
  private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);

  /** Makes a new one, with a new key. */
  @FunctionalInterface
  public interface Issuer {
    Identity issue() throws GeneralSecurityException;
  }

  private final String server;
  private final Issuer issuer;
  private final Clock clock;
  private final LiveIdentity identity;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("lull-certificate").daemon().factory());
  private long warnedNanos;

  /**
   * @param server whose it is, for the log
   */
  public ServerCertificate(String server, Issuer issuer, Clock clock)
      throws GeneralSecurityException {
    this.server = server;
    this.issuer = issuer;
    this.clock = clock;
    this.identity = new LiveIdentity(issuer.issue());
    this.warnedNanos = clock.nanos() - WARN_EVERY.toNanos();
  }

  public void start() {
    final var _ =
        timer.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  public LiveIdentity identity() {
    return identity;
  }

  /** Until when the authority itself is good. */
  public Instant authorityEnd() {
    return identity.present().authority().getNotAfter().toInstant();
  }

  synchronized void look() {
    final Instant now = Instant.ofEpochMilli(clock.epochMillis());
    warn(now);
    if (now.isBefore(identity.present().renewFrom())) {
      return;
    }
    try {
      final Identity next = issuer.issue();
      identity.renew(next);
      LOG.info(
          "Renewed the certificate of {}: valid until {}",
          server,
          next.certificate().getNotAfter().toInstant());
    } catch (GeneralSecurityException e) {
      LOG.error("Cannot renew the certificate of {}; retrying later", server, e);
    }
  }

  private void warn(Instant now) {
    final Instant end = authorityEnd();
    if (now.isAfter(end.minus(AUTHORITY_WARNING))
        && clock.nanos() - warnedNanos >= WARN_EVERY.toNanos()) {
      warnedNanos = clock.nanos();
      LOG.warn(
          "The grid's authority expires at {}: create a new one before then"
              + " (docs/operations.md, Certificates)",
          end);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
