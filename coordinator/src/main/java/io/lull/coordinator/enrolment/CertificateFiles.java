package io.lull.coordinator.enrolment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** A certificate and its key from an external authority, as PEM files. */
public final class CertificateFiles {
  private static final long MAX_BYTES = 256 << 10;
  private static final byte[] PROBE = {1, 2, 3};

  private CertificateFiles() {}

  /**
   * @param chain its own certificate first, then those of its issuers
   */
  public record Shown(PrivateKey key, List<X509Certificate> chain) {
    public Shown {
      chain = List.copyOf(chain);
    }
  }

  /**
   * @throws IOException with one line when they cannot be read, do not belong together, or are of
   *     another time than now
   */
  public static Shown read(Path certificate, Path key, Instant now) throws IOException {
    final List<X509Certificate> chain = chain(certificate);
    final X509Certificate own = chain.getFirst();
    if (own.getNotAfter().toInstant().isBefore(now)) {
      throw new IOException(
          "the certificate in " + certificate + " expired at " + own.getNotAfter().toInstant());
    }
    final PrivateKey secret = key(key);
    if (!belongs(secret, own)) {
      throw new IOException(
          "the key in " + key + " does not match the certificate in " + certificate);
    }
    return new Shown(secret, chain);
  }

  private static List<X509Certificate> chain(Path file) throws IOException {
    final List<X509Certificate> chain = new ArrayList<>();
    try (PEMParser parser = open(file)) {
      for (Object each = parser.readObject(); each != null; each = parser.readObject()) {
        if (each instanceof X509CertificateHolder holder) {
          chain.add(new JcaX509CertificateConverter().getCertificate(holder));
        }
      }
    } catch (PEMException | GeneralSecurityException | RuntimeException e) {
      throw new IOException(file + " does not contain readable certificates: " + e.getMessage(), e);
    }
    if (chain.isEmpty()) {
      throw new IOException(
          "there is no certificate in " + file + " (-----BEGIN CERTIFICATE-----)");
    }
    return chain;
  }

  private static PrivateKey key(Path file) throws IOException {
    try (PEMParser parser = open(file)) {
      for (Object each = parser.readObject(); each != null; each = parser.readObject()) {
        switch (each) {
          case PEMKeyPair pair -> {
            return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
          }
          case PrivateKeyInfo alone -> {
            return new JcaPEMKeyConverter().getPrivateKey(alone);
          }
          case PEMEncryptedKeyPair _, PKCS8EncryptedPrivateKeyInfo _ ->
              throw new IOException("the key in " + file + " is encrypted: use an unencrypted key");
          default -> {} // Parameters of a curve stand before some keys.
        }
      }
    } catch (PEMException | RuntimeException e) {
      throw new IOException(file + " does not contain a readable key: " + e.getMessage(), e);
    }
    throw new IOException("there is no key in " + file + " (-----BEGIN PRIVATE KEY-----)");
  }

  private static PEMParser open(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is too large for a certificate or a key");
    }
    return new PEMParser(Files.newBufferedReader(file));
  }

  private static boolean belongs(PrivateKey key, X509Certificate certificate) {
    final String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC", "ECDSA" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    try {
      final Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(PROBE);
      final byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
