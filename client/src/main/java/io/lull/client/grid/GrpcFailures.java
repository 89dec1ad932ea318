package io.lull.client.grid;

import io.grpc.Status;
import io.lull.client.ClientFailure;
import io.lull.protocol.text.VisibleText;
import io.lull.protocol.transport.HostPort;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Translates a call's failure: its kind and a line. */
final class GrpcFailures {
  private static final int MAX_CAUSES = 16;

  private static final Set<String> CUT_SHORT =
      Set.of(
          "SslHandshakeTimeoutException",
          "StacklessSSLHandshakeException",
          "SslClosedEngineException");

  /** What the transport says of every connection that fails. */
  private static final String BARE = "io exception";

  private GrpcFailures() {}

  /**
   * @param asked the addresses that were tried, the last first
   */
  static ClientFailure of(Status status, List<HostPort> asked, @Nullable Throwable thrown) {
    final HostPort address = asked.getFirst();
    final Throwable distrust = distrust(status.getCause());
    if (distrust != null) {
      return new ClientFailure(
          ClientFailure.Kind.NOT_ALLOWED,
          "the coordinator at "
              + address
              + " and these credentials do not trust each other ("
              + oneLine(distrust.getMessage())
              + "): log in with a token of that coordinator (lull login)",
          thrown == null ? distrust : thrown);
    }
    final String said = oneLine(description(status));
    return switch (status.getCode()) {
      case INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION, ALREADY_EXISTS, OUT_OF_RANGE ->
          failure(ClientFailure.Kind.BAD_INPUT, said, thrown);
      // It is there, but refuses this call: a later try may succeed, as with an absent one.
      case RESOURCE_EXHAUSTED -> failure(ClientFailure.Kind.UNREACHABLE, said, thrown);
      case PERMISSION_DENIED -> failure(ClientFailure.Kind.NOT_ALLOWED, said, thrown);
      case UNAUTHENTICATED ->
          failure(
              ClientFailure.Kind.NOT_ALLOWED,
              said + ": log in with a token of that coordinator (lull login)",
              thrown);
      case UNAVAILABLE -> unreachable(asked, said, thrown);
      case DEADLINE_EXCEEDED -> unreachable(asked, "it did not respond in time", thrown);
      case UNIMPLEMENTED ->
          failure(
              ClientFailure.Kind.FAILED,
              "the coordinator at "
                  + address
                  + " has a different version and does not support this",
              thrown);
      default ->
          failure(
              ClientFailure.Kind.FAILED,
              "the coordinator at " + address + " failed: " + said + " (see its log)",
              thrown);
    };
  }

  private static ClientFailure unreachable(
      List<HostPort> addresses, String why, @Nullable Throwable thrown) {
    final String where =
        addresses.stream().map(HostPort::toString).collect(Collectors.joining(" or "));
    return failure(
        ClientFailure.Kind.UNREACHABLE,
        "no coordinator responds at "
            + where
            + " ("
            + why
            + "): check that it is running, the address and the network",
        thrown);
  }

  private static ClientFailure failure(
      ClientFailure.Kind code, String line, @Nullable Throwable thrown) {
    return thrown == null ? new ClientFailure(code, line) : new ClientFailure(code, line, thrown);
  }

  /**
   * The other side fell silent or ended during the handshake: it counts as absent. Compared by
   * class name, because the transport's own classes are not accessible.
   */
  private static boolean cutShort(Throwable cause) {
    return CUT_SHORT.contains(cause.getClass().getSimpleName());
  }

  /** The cause that reports a refused certificate, by either side. */
  private static @Nullable Throwable distrust(@Nullable Throwable thrown) {
    Throwable found = null;
    Throwable cause = thrown;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (cause instanceof CertificateException
          || (cause instanceof SSLException && !cutShort(cause))) {
        found = cause;
      }
      if (cause instanceof CertificateExpiredException) {
        return cause;
      }
      cause = cause.getCause();
    }
    return found;
  }

  /** Where the transport says no more than that there was an exception, what that was. */
  private static @Nullable String description(Status status) {
    final @Nullable Throwable cause = status.getCause();
    if (cause == null || !BARE.equals(status.getDescription())) {
      return status.getDescription();
    }
    Throwable deepest = cause;
    for (int i = 0; deepest.getCause() != null && i < MAX_CAUSES; i++) {
      deepest = deepest.getCause();
    }
    final String message = deepest.getMessage();
    return message == null || message.isBlank() ? deepest.getClass().getSimpleName() : message;
  }

  private static String oneLine(@Nullable String text) {
    return text == null || text.isBlank()
        ? "no reason given"
        : VisibleText.line(text.strip().lines().findFirst().orElse(""));
  }
}
