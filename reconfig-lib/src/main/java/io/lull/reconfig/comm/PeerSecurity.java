package io.lull.reconfig.comm;

import java.io.ByteArrayInputStream;
import java.nio.channels.ByteChannel;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Optional;
import java.util.function.BiFunction;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the workers of one job to each other. With TLS (1.3 only) both ends show the job's
 * own certificate and accept no other, so that no process outside the job, on any machine, can read
 * or write its data.
 */
public final class PeerSecurity {
  private static final PeerSecurity PLAIN = new PeerSecurity(null);

  private final @Nullable TlsEngines engines;

  private PeerSecurity(@Nullable TlsEngines engines) {
    this.engines = engines;
  }

  /** No protection: for a network that its administrator trusts. */
  public static PeerSecurity plain() {
    return PLAIN;
  }

  /**
   * By the fastest implementation that this system has.
   *
   * @param certificateDer the job's certificate
   * @param privateKeyPkcs8 its key, P-256
   */
  public static PeerSecurity tls(byte[] certificateDer, byte[] privateKeyPkcs8) {
    return tls(certificateDer, privateKeyPkcs8, NativeTlsEngines::of);
  }

  /** The same by the JDK alone. */
  static PeerSecurity tlsOfTheJdk(byte[] certificateDer, byte[] privateKeyPkcs8) {
    return tls(certificateDer, privateKeyPkcs8, (_, _) -> Optional.empty());
  }

  static PeerSecurity tls(
      byte[] certificateDer,
      byte[] privateKeyPkcs8,
      BiFunction<KeyManager, X509Certificate, Optional<TlsEngines>> preferred) {
    try {
      final X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(certificateDer));
      final PrivateKey key =
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(privateKeyPkcs8));
      final KeyManager own = new JobCredentials(key, certificate);
      final Optional<TlsEngines> found = preferred.apply(own, certificate);
      return new PeerSecurity(
          found.isPresent() ? found.get() : new JdkTlsEngines(own, certificate));
    } catch (GeneralSecurityException e) {
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
    return engines == null ? new PlainWire(channel) : engines.wire(channel, accepted);
  }
}
