package io.lull.reconfig.comm;

import io.grpc.netty.shaded.io.netty.buffer.UnpooledByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSsl;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslCertificateException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.netty.shaded.io.netty.internal.tcnative.CertificateVerifier;
import java.nio.channels.ByteChannel;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/**
 * TLS 1.3 by BoringSSL, where Netty has brought it for this system: its ciphers and handshakes are
 * as fast in a new process as in one that has computed for hours.
 */
final class NativeTlsEngines implements TlsEngines {
  private static final String PROTOCOL = "TLSv1.3";

  private final SslContext calling;
  private final SslContext called;

  private NativeTlsEngines(KeyManager key, X509Certificate certificate)
      throws SSLException, CertificateException {
    // Without a reason of the library's own the peer would hear of an internal error.
    final TrustManager trust =
        new OnlyTheJobs(
            certificate,
            why ->
                new OpenSslCertificateException(why, CertificateVerifier.X509_V_ERR_CERT_REJECTED));
    calling = context(SslContextBuilder.forClient().keyManager(key), trust);
    called = context(SslContextBuilder.forServer(key).clientAuth(ClientAuth.REQUIRE), trust);
  }

  /** Empty where this system's library is not there, or may not be loaded. */
  static Optional<TlsEngines> of(KeyManager key, X509Certificate certificate) {
    try {
      return OpenSsl.isAvailable()
          ? Optional.of(new NativeTlsEngines(key, certificate))
          : Optional.empty();
    } catch (SSLException | CertificateException | LinkageError e) {
      return Optional.empty();
    }
  }

  private static SslContext context(SslContextBuilder builder, TrustManager trust)
      throws SSLException {
    // Of this provider the collector frees engines; others are to be counted.
    return builder.trustManager(trust).sslProvider(SslProvider.OPENSSL).protocols(PROTOCOL).build();
  }

  @Override
  public TlsWire wire(ByteChannel channel, boolean accepted) {
    return TlsWire.offHeap(
        channel, (accepted ? called : calling).newEngine(UnpooledByteBufAllocator.DEFAULT));
  }
}
