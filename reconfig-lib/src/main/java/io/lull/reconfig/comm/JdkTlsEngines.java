package io.lull.reconfig.comm;

import java.nio.channels.ByteChannel;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/**
 * TLS 1.3 by the JDK, on every system. Its ciphers are slow until the compiler has been at them,
 * which in a new process takes some megabytes.
 */
final class JdkTlsEngines implements TlsEngines {
  private static final String PROTOCOL = "TLSv1.3";

  /** The fastest first: both ends are workers, and 128 bits are enough for a job's life. */
  private static final String[] SUITES = {
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
  };

  private final SSLContext context;

  JdkTlsEngines(KeyManager key, X509Certificate certificate) throws GeneralSecurityException {
    context = SSLContext.getInstance(PROTOCOL);
    context.init(
        new KeyManager[] {key},
        new TrustManager[] {new OnlyTheJobs(certificate, CertificateException::new)},
        null);
  }

  @Override
  public TlsWire wire(ByteChannel channel, boolean accepted) {
    final SSLEngine engine = context.createSSLEngine("peer", 0);
    engine.setUseClientMode(!accepted);
    if (accepted) {
      engine.setNeedClientAuth(true);
    }
    engine.setEnabledProtocols(new String[] {PROTOCOL});
    engine.setEnabledCipherSuites(SUITES);
    return TlsWire.onHeap(channel, engine);
  }
}
