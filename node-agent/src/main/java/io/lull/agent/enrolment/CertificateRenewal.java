package io.lull.agent.enrolment;

import io.grpc.Channel;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.LiveIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews this node's certificate when a third of its time is left. The agent makes the new key,
 * uses it in every handshake from then on, and dials the coordinator again. It retries failures,
 * less and less often, since months are left.
 */
public final class CertificateRenewal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofHours(1);
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(6);
  private static final int MAX_DOUBLINGS = 10;
  private static final Duration END_WITHIN = Duration.ofSeconds(2);

  private final Path folder;
  private final LiveIdentity identity;
  private final Line line;
  private final Clock clock;
  private final RandomGenerator random;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private int failures;

  /** The identity in force that could not be stored yet. */
  private @Nullable Identity unwritten;

  /** The connection to the coordinator. */
  public interface Line {
    /** Empty: no connection in time. */
    Optional<Channel> awaitChannel(Duration patience) throws InterruptedException;

    /** Reconnects with the present identity. */
    void redial();
  }

  /**
   * @param folder of the credentials
   */
  public CertificateRenewal(
      Path folder, LiveIdentity identity, Line line, Clock clock, RandomGenerator random) {
    this.folder = folder;
    this.identity = identity;
    this.line = line;
    this.clock = clock;
    this.random = random;
    this.thread = Thread.ofVirtual().name("renewal").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      Duration pause = look();
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Renews the certificate if it is due.
   *
   * @return after how long to check again
   */
  Duration look() throws InterruptedException {
    try {
      write();
      final Duration left =
          Duration.between(
              Instant.ofEpochMilli(clock.epochMillis()), identity.present().renewFrom());
      if (left.isPositive()) {
        failures = 0;
        return left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY;
      }
      final Optional<Channel> channel = line.awaitChannel(PATIENCE);
      if (channel.isEmpty()) {
        return failed("no coordinator is connected");
      }
      unwritten = EnrolmentClient.renew(channel.get(), identity.present(), PATIENCE);
      identity.renew(unwritten);
      LOG.info(
          "renewed this node's certificate: it is valid until {}",
          unwritten.certificate().getNotAfter().toInstant());
      line.redial();
      write();
      failures = 0;
      return LOOK_EVERY;
    } catch (EnrolmentException e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed("cannot store the renewed certificate in " + folder + ": " + e.getMessage());
    }
  }

  private void write() throws IOException {
    if (unwritten != null) {
      unwritten.storeRenewed(folder);
      unwritten = null;
    }
  }

  private Duration failed(String why) {
    final long step =
        Math.min(
            LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures, MAX_DOUBLINGS));
    failures++;
    final Duration pause = Duration.ofMillis(step / 2 + random.nextLong(step / 2 + 1));
    LOG.warn(
        "cannot renew this node's certificate, valid until {}, yet: {}; trying again in {}"
            + " min",
        identity.present().certificate().getNotAfter().toInstant(),
        why,
        Math.max(1, pause.toMinutes()));
    return pause;
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    try {
      thread.join(END_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
