package io.lull.client.login;

import io.grpc.ManagedChannel;
import io.lull.client.grid.Dialer;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * This user's credentials, renewed when a third of their time is left. The program continues
 * whether that succeeds or not.
 */
public final class StoredLogin {
  /** In total, for any number of coordinators. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Until then a failure is not reported. */
  private static final Duration ALARM = Duration.ofDays(30);

  private final Home home;
  private final Clock clock;
  private final Consumer<String> remark;
  private final Function<Identity, Dialer> dialers;

  /**
   * @param remark receives a line for people
   * @param dialers that authenticate with an identity
   */
  public StoredLogin(
      Home home, Clock clock, Consumer<String> remark, Function<Identity, Dialer> dialers) {
    this.home = home;
    this.clock = clock;
    this.remark = remark;
    this.dialers = dialers;
  }

  /**
   * @throws io.lull.client.ClientFailure if this user has not logged in, or the login has expired
   */
  public Identity identity() {
    final Identity present = home.identity(clock);
    final Instant now = Instant.ofEpochMilli(clock.epochMillis());
    if (now.isBefore(present.renewFrom())) {
      return present;
    }
    try {
      return renewed(present);
    } catch (IOException e) {
      final Instant end = present.certificate().getNotAfter().toInstant();
      if (now.isAfter(end.minus(ALARM))) {
        remark.accept("your credentials expire at " + end + ", and " + e.getMessage());
      }
      return present;
    }
  }

  private Identity renewed(Identity present) throws IOException {
    if (!Files.isWritable(home.credentials())) {
      throw new IOException(home.credentials() + " cannot be written to renew them");
    }
    final List<HostPort> coordinators = home.coordinators();
    final Dialer dialer = dialers.apply(present);
    final Duration each = PATIENCE.dividedBy(coordinators.size());
    EnrolmentException last =
        new EnrolmentException(EnrolmentException.Kind.UNREACHABLE, "not renewed");
    for (final HostPort coordinator : coordinators) {
      final ManagedChannel channel = dialer.dial(coordinator);
      try {
        final Identity next = EnrolmentClient.renew(channel, present, each);
        next.storeRenewed(home.credentials());
        return next;
      } catch (EnrolmentException e) {
        last = e;
      } finally {
        channel.shutdownNow();
      }
    }
    throw last;
  }
}
