package io.lull.reconfig.comm;

import io.grpc.netty.shaded.io.netty.buffer.UnpooledByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSsl;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslCertificateException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.netty.shaded.io.netty.internal.tcnative.CertificateVerifier;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLoggerFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.JdkLoggerFactory;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.IntFunction;
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
  private final KeyManager key;
  private final X509Certificate certificate;
  private final IntFunction<ByteBuffer> memory;

  private NativeTlsEngines(
      KeyManager key, X509Certificate certificate, IntFunction<ByteBuffer> memory)
      throws SSLException, CertificateException {
    this.key = key;
    this.certificate = certificate;
    this.memory = memory;
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
    return of(key, certificate, ByteBuffer::allocateDirect);
  }

  /**
   * @param memory outside of the heap, for connections
   */
  static Optional<TlsEngines> of(
      KeyManager key, X509Certificate certificate, IntFunction<ByteBuffer> memory) {
    // Netty would look through all archives for a logger that is not there.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    try {
      return SupportedProtocols.answering(OpenSsl::isAvailable)
          ? Optional.of(new NativeTlsEngines(key, certificate, memory))
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
    try {
      return TlsWire.offHeap(
          channel,
          (accepted ? called : calling).newEngine(UnpooledByteBufAllocator.DEFAULT),
          memory);
    } catch (OutOfMemoryError e) {
      return onHeap(channel, accepted);
    }
  }

  /** Slower, but a worker with very many links, or beset by strangers, gets its link. */
  private TlsWire onHeap(ByteChannel channel, boolean accepted) {
    try {
      return new JdkTlsEngines(key, certificate).wire(channel, accepted);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS 1.3", e);
    }
  }
}
