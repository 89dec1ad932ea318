package io.lull.agent.enrolment;

import io.lull.agent.core.session.Backoff;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads a node's identity, or gets one with a token, waiting for a coordinator if needed. */
public final class NodeEnrolment {
  private static final Logger LOG = LoggerFactory.getLogger(NodeEnrolment.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);

  private final Path folder;
  private final List<HostPort> coordinators;
  private final Clock clock;
  private final Backoff backoff;

  /**
   * @param folder where the identity is stored
   */
  public NodeEnrolment(Path folder, List<HostPort> coordinators, Clock clock, Backoff backoff) {
    this.folder = folder;
    this.coordinators = coordinators;
    this.clock = clock;
    this.backoff = backoff;
  }

  /**
   * @param name wanted for the node
   * @throws IllegalArgumentException with one line, if there is neither an identity nor a token, or
   *     the token is not for a node
   * @throws EnrolmentException if the token or the identity is no longer valid
   */
  public Identity identity(Optional<EnrolmentToken> token, String name)
      throws IOException, InterruptedException {
    if (Identity.present(folder)) {
      final Identity kept = Identity.load(folder);
      final boolean expired =
          kept.certificate()
              .getNotAfter()
              .toInstant()
              .isBefore(Instant.ofEpochMilli(clock.epochMillis()));
      if (token.isEmpty() && expired) {
        throw new EnrolmentException(
            EnrolmentException.Kind.REFUSED,
            "this node's certificate is good until "
                + kept.certificate().getNotAfter().toInstant()
                + " only: start the agent once with --enroll TOKEN");
      }
      if (token.isEmpty() || (!expired && belongs(kept, token.get()))) {
        return kept;
      }
    }
    if (token.isEmpty()) {
      throw new IllegalArgumentException(
          "this node is not enrolled: start the agent once with --enroll TOKEN"
              + " ('lull token create --role node' makes a token)");
    }
    final EnrolmentClient.Enrolled enrolled = enrol(token.get(), name);
    if (!enrolled.role().equals(Role.NODE.wire())) {
      throw new IllegalArgumentException(
          "that token is for a role of "
              + enrolled.role()
              + ": 'lull token create --role node' makes one for a node");
    }
    enrolled.identity().store(folder);
    LOG.info("enrolled as {}", enrolled.name());
    return enrolled.identity();
  }

  private static boolean belongs(Identity kept, EnrolmentToken token) {
    return EnrolmentToken.fingerprint(kept.authority()).equals(token.authoritySha256());
  }

  private EnrolmentClient.Enrolled enrol(EnrolmentToken token, String name)
      throws EnrolmentException, InterruptedException {
    long complainedNanos = clock.nanos() - COMPLAINT_INTERVAL.toNanos();
    while (true) {
      try {
        return EnrolmentClient.enrol(coordinators, token, name, PATIENCE);
      } catch (EnrolmentException e) {
        if (e.kind() != EnrolmentException.Kind.UNREACHABLE) {
          throw e;
        }
        if (clock.nanos() - complainedNanos >= COMPLAINT_INTERVAL.toNanos()) {
          complainedNanos = clock.nanos();
          LOG.warn("{}; trying again until one answers", e.getMessage());
        }
      }
      pause(backoff.next());
    }
  }

  private void pause(Duration duration) throws InterruptedException {
    final Object waiting = new Object();
    final long until = clock.nanos() + duration.toNanos();
    synchronized (waiting) {
      for (long left = duration.toNanos(); left > 0; left = until - clock.nanos()) {
        TimeUnit.NANOSECONDS.timedWait(waiting, left);
      }
    }
  }
}
