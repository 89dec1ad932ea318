package io.lull.client.login;

import io.lull.client.ClientFailure;
import io.lull.client.DestinationFolder;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Exchanges a one-time token for credentials, and stores them. */
public final class TokenLogin {
  /** For each coordinator. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private TokenLogin() {}

  /**
   * A token can be used once: it is not used if the credentials could not be stored.
   *
   * @param name of the person on the grid
   * @throws ClientFailure if there are no credentials afterwards
   */
  public static EnrolmentClient.Enrolled by(
      EnrolmentToken token, List<HostPort> coordinators, String name, Home home) {
    new DestinationFolder(home.configuration()).requireWritable();
    final EnrolmentClient.Enrolled enrolled;
    try {
      enrolled = EnrolmentClient.enrol(coordinators, token, name, PATIENCE);
    } catch (EnrolmentException e) {
      throw new ClientFailure(kind(e), String.valueOf(e.getMessage()), e);
    }
    try {
      home.store(enrolled.identity(), coordinators);
    } catch (IOException e) {
      throw new ClientFailure(
          ClientFailure.Kind.FAILED,
          "the credentials cannot be written to " + home.configuration(),
          e);
    }
    return enrolled;
  }

  private static ClientFailure.Kind kind(EnrolmentException e) {
    return switch (e.kind()) {
      case BAD_INPUT -> ClientFailure.Kind.BAD_INPUT;
      case UNREACHABLE -> ClientFailure.Kind.UNREACHABLE;
      case REFUSED -> ClientFailure.Kind.NOT_ALLOWED;
    };
  }
}
