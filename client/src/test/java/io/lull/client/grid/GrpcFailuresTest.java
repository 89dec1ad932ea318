package io.lull.client.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.lull.client.ClientFailure;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class GrpcFailuresTest {
  private static final List<HostPort> ASKED = List.of(new HostPort("grid.example.org", 7400));

  /** Named as the transport's own. */
  private static final class SslHandshakeTimeoutException extends SSLHandshakeException {
    private static final long serialVersionUID = 1;

    SslHandshakeTimeoutException() {
      super("handshake timed out after 10000ms");
    }
  }

  private static ClientFailure of(Exception cause) {
    return GrpcFailures.of(
        Status.UNAVAILABLE.withDescription("io exception").withCause(cause), ASKED, null);
  }

  @Test
  void aCoordinatorThatStandsStillIsNotThereRatherThanDistrusted() {
    final ClientFailure frozen = of(new SslHandshakeTimeoutException());
    assertThat(frozen.kind()).isEqualTo(ClientFailure.Kind.UNREACHABLE);
    assertThat(frozen.line())
        .startsWith("no coordinator responds at grid.example.org:7400 (handshake timed out after");
  }

  @Test
  void whyNobodyRespondsIsSaid() {
    final IOException connect =
        new IOException("connecting", new ConnectException("Connection refused"));
    assertThat(of(connect).line())
        .startsWith("no coordinator responds at grid.example.org:7400 (Connection refused): check");
  }

  @Test
  void aCertificateThatWasRefusedIsSaid() {
    final ClientFailure refused =
        of(new SSLHandshakeException("Received fatal alert: bad_certificate"));
    assertThat(refused.kind()).isEqualTo(ClientFailure.Kind.NOT_ALLOWED);
    assertThat(refused.line()).contains("do not trust each other", "bad_certificate");
  }
}
