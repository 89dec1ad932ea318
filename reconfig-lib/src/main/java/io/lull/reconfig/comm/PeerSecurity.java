package io.lull.reconfig.comm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.ByteChannel;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the workers of one job to each other. With TLS (1.3 only) both ends show the job's
 * own certificate and accept no other, so that no process outside the job, on any machine, can read
 * or write its data.
 */
public final class PeerSecurity {
  private static final PeerSecurity PLAIN = new PeerSecurity(null);

  /** The fastest first: both ends are workers, and 128 bits are enough for a job's life. */
  private static final String[] SUITES = {
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
  };

  private final @Nullable SSLContext context;

  private PeerSecurity(@Nullable SSLContext context) {
    this.context = context;
  }

  /** No protection: for a network that its administrator trusts. */
  public static PeerSecurity plain() {
    return PLAIN;
  }

  /**
   * @param certificateDer the job's certificate
   * @param privateKeyPkcs8 its key, P-256
   */
  public static PeerSecurity tls(byte[] certificateDer, byte[] privateKeyPkcs8) {
    try {
      final X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(certificateDer));
      final PrivateKey key =
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(privateKeyPkcs8));
      final KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      final char[] none = new char[0];
      store.setKeyEntry("job", key, none, new X509Certificate[] {certificate});
      final KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, none);
      final SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(keys.getKeyManagers(), new TrustManager[] {new OnlyTheJobs(certificate)}, null);
      return new PeerSecurity(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "the job's certificate cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * What is to be read and written instead of a connection that has just been made.
   *
   * @param channel that does not block
   * @param accepted this end did not begin it
   */
  Wire wire(ByteChannel channel, boolean accepted) {
    if (context == null) {
      return new PlainWire(channel);
    }
    final SSLEngine engine = context.createSSLEngine("peer", 0);
    engine.setUseClientMode(!accepted);
    if (accepted) {
      engine.setNeedClientAuth(true);
    }
    engine.setEnabledProtocols(new String[] {"TLSv1.3"});
    engine.setEnabledCipherSuites(SUITES);
    return new TlsWire(channel, engine);
  }

  /** Accepts the one certificate that every worker of the job has the key of. */
  private static final class OnlyTheJobs extends X509ExtendedTrustManager {
    private final X509Certificate certificate;
    private final byte[] encoded;

    OnlyTheJobs(X509Certificate certificate) throws CertificateException {
      this.certificate = certificate;
      this.encoded = certificate.getEncoded();
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (chain.length == 0 || !Arrays.equals(chain[0].getEncoded(), encoded)) {
        throw new CertificateException("the peer is not a worker of this job");
      }
      certificate.checkValidity();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[] {certificate};
    }
  }
}
