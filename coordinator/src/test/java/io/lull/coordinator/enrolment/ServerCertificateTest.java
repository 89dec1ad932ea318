package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.access.GrpcServer;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.time.VirtualClock;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator's own certificate is renewed while it runs. */
class ServerCertificateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EMPTY_SETTINGS = new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0};

  /** Eighty days ago: a certificate of then is still good, and has less than a third left. */
  private final VirtualClock clock =
      new VirtualClock(SystemClock.INSTANCE.epochMillis() - Duration.ofDays(80).toMillis());

  @TempDir private Path folder;

  private SSLSocket connect(HostPort to, Authority authority) throws Exception {
    final java.security.KeyStore store = java.security.KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("authority", authority.certificate());
    final TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    final SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    final SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.connect(new InetSocketAddress(to.host(), to.port()), (int) PATIENCE.toMillis());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    final SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static X509Certificate shown(SSLSocket socket) throws Exception {
    return (X509Certificate) socket.getSession().getPeerCertificates()[0];
  }

  @Test
  void newHandshakesSeeTheNewOneAndOpenConnectionsGoOn() throws Exception {
    final Authority authority = Authority.open(folder, clock, new SecureRandom());
    try (ServerCertificate certificate =
            new ServerCertificate(
                "the coordinator",
                () -> authority.coordinator(List.of("grid.example.org")),
                clock);
        GrpcServer door =
            GrpcServer.open(
                new HostPort("127.0.0.1", 0),
                certificate.identity(),
                List.of(),
                CallerPolicy.NONE,
                SystemClock.INSTANCE);
        SSLSocket before = connect(door.address(), authority)) {
      certificate.look();
      try (SSLSocket again = connect(door.address(), authority)) {
        assertThat(shown(again)).isEqualTo(shown(before));
      }

      clock.advance(Duration.ofDays(80));
      certificate.look();

      try (SSLSocket after = connect(door.address(), authority)) {
        assertThat(shown(after).getSerialNumber()).isNotEqualTo(shown(before).getSerialNumber());
        assertThat(shown(after).getNotAfter()).isAfter(shown(before).getNotAfter());
        assertThat(shown(after).getSubjectX500Principal())
            .isEqualTo(shown(before).getSubjectX500Principal());
        assertThat(shown(after).getSubjectAlternativeNames().toString())
            .contains("grid.example.org", "lull.internal");
      }
      final OutputStream out = before.getOutputStream();
      out.write(PREFACE);
      out.write(EMPTY_SETTINGS);
      out.flush();
      assertThat(before.getInputStream().readNBytes(EMPTY_SETTINGS.length))
          .as("the server's answer on the connection from before")
          .hasSize(EMPTY_SETTINGS.length);
    }
  }
}
