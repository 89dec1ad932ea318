package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSsl;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.DataPlane;
import io.lull.reconfig.network.HostNetwork;
import io.lull.testkit.job.JobCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers of one job reach each other, and nobody else reaches them. */
@Timeout(120)
@ParameterizedClass
@EnumSource(TlsWireTest.Implementation.class)
final class PeerSecurityTest {
  private static DataPlane plane = DataPlane.getDefaultInstance();
  private static DataPlane otherPlane = DataPlane.getDefaultInstance();

  private final PeerSecurity job;
  private final PeerSecurity otherJob;
  private final List<Links> open = new ArrayList<>();

  PeerSecurityTest(TlsWireTest.Implementation tls) {
    job = tls.secure(plane);
    otherJob = tls.secure(otherPlane);
  }

  @BeforeAll
  static void makeCertificates() throws Exception {
    plane = JobCertificate.dataPlane();
    otherPlane = JobCertificate.dataPlane();
  }

  private Links links(String name, PeerSecurity security) throws IOException {
    final Links links =
        new Links(
            name,
            HostNetwork.loopback(),
            security,
            (_, _) -> {},
            (_, _) -> {},
            (_, _, _) -> {},
            SystemClock.INSTANCE);
    open.add(links);
    return links;
  }

  @AfterEach
  void close() throws IOException {
    for (final Links each : open) {
      each.close();
    }
  }

  private static Link link(Links from, Links to) throws Exception {
    return from.to(
        "w2",
        "127.0.0.1",
        to.port(),
        1,
        WaitLimit.until(System.nanoTime() + TimeUnit.SECONDS.toNanos(20)));
  }

  @Test
  void workersOfOneJobReachEachOther() throws Exception {
    assertThat(link(links("w1", job), links("w2", job))).isNotNull();
  }

  @Test
  void linuxHasCiphersThatAreFastFromTheFirstByte() {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    assumeThat(System.getProperty("os.arch")).isIn("amd64", "aarch64");
    assertThat(OpenSsl.unavailabilityCause()).isNull();
  }

  @Test
  void aWorkerWithTheCertificateOfAnotherJobIsRefused() throws Exception {
    final Links stranger = links("w1", otherJob);
    final Links worker = links("w2", job);
    assertThatThrownBy(() -> link(stranger, worker)).isInstanceOf(IOException.class);
  }

  @Test
  void whoTrustsEverybodyAndShowsTheCertificateOfAnotherJobIsRefused() throws Exception {
    final DataPlane other = JobCertificate.dataPlane();
    final KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    final char[] none = new char[0];
    store.setKeyEntry(
        "job",
        KeyFactory.getInstance("EC")
            .generatePrivate(new PKCS8EncodedKeySpec(other.getPrivateKeyPkcs8().toByteArray())),
        none,
        new Certificate[] {
          CertificateFactory.getInstance("X.509")
              .generateCertificate(other.getCertificateDer().newInput())
        });
    final KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, none);
    assertThatTheWorkerRefuses(keys.getKeyManagers());
  }

  @Test
  void whoShowsNoCertificateIsRefused() throws Exception {
    assertThatTheWorkerRefuses(null);
  }

  private void assertThatTheWorkerRefuses(KeyManager @Nullable [] shown) throws Exception {
    final Links worker = links("w2", job);
    final SSLContext caller = SSLContext.getInstance("TLSv1.3");
    caller.init(shown, new TrustManager[] {new Trusting()}, null);
    try (SSLSocket socket =
        (SSLSocket)
            caller
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), worker.port())) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(20));
      // What it is told comes after its own handshake: an alert, or, where it still writes, the end
      // of the connection. A worker that admits it says nothing until the time-out.
      assertThatThrownBy(
              () -> {
                socket.startHandshake();
                socket.getInputStream().read();
              })
          .isInstanceOfAny(SSLException.class, SocketException.class);
    }
  }

  /** Whoever answers. */
  private static final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
