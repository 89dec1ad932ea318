package io.lull.coordinator.enrolment;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** Makes P-256 keys and X.509 certificates. */
final class Certificates {
  private static final int SERIAL_BITS = 127;

  /** Clocks of workstations differ: a new certificate is good from a little before now. */
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(10);

  private final SecureRandom random;

  Certificates(SecureRandom random) {
    this.random = random;
  }

  KeyPair newKey() throws GeneralSecurityException {
    final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  static X500Name subject(String name, String role) {
    return new X500NameBuilder(BCStyle.INSTANCE)
        .addRDN(BCStyle.CN, name)
        .addRDN(BCStyle.OU, role)
        .build();
  }

  X509Certificate authority(KeyPair pair, String name, long nowMillis, Duration validity)
      throws GeneralSecurityException {
    final X500Name subject = subject(name, "authority");
    try {
      final X509v3CertificateBuilder builder =
          builder(subject, subject, pair.getPublic(), nowMillis, validity)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      return sign(builder, pair.getPrivate());
    } catch (CertIOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /**
   * @param serverNames DNS names and addresses that the holder may serve under; none: it is a
   *     client only
   */
  X509Certificate member(
      X509Certificate issuer,
      PrivateKey issuerKey,
      X500Name subject,
      PublicKey key,
      List<String> serverNames,
      long nowMillis,
      Duration validity)
      throws GeneralSecurityException {
    try {
      final X500Name issuerName =
          X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded());
      return sign(
          withUses(builder(issuerName, subject, key, nowMillis, validity), serverNames), issuerKey);
    } catch (CertIOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** Trusted by clients that know this certificate, which is not parsed here: in DER. */
  byte[] selfSigned(
      KeyPair pair, X500Name subject, List<String> serverNames, long nowMillis, Duration validity)
      throws GeneralSecurityException {
    try {
      return signed(
              withUses(
                  builder(subject, subject, pair.getPublic(), nowMillis, validity), serverNames),
              pair.getPrivate())
          .getEncoded();
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** Browsers know addresses and names apart. */
  static boolean isAddress(String host) {
    return IPAddress.isValid(host);
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static X509v3CertificateBuilder withUses(
      X509v3CertificateBuilder builder, List<String> serverNames) throws CertIOException {
    builder
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
        .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    if (serverNames.isEmpty()) {
      return builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
    }
    final GeneralName[] names =
        serverNames.stream()
            .map(name ->
                new GeneralName(
                    isAddress(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
            .toArray(GeneralName[]::new);
    return builder
        .addExtension(
            Extension.extendedKeyUsage,
            false,
            new ExtendedKeyUsage(
                new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth}))
        .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
  }

  @SuppressWarnings("JavaUtilDate") // Bouncy Castle takes nothing else.
  private X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, long nowMillis, Duration validity) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
        new Date(nowMillis - CLOCK_DIFFERENCE.toMillis()),
        new Date(nowMillis + validity.toMillis()),
        subject,
        key);
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    return new JcaX509CertificateConverter().getCertificate(signed(builder, key));
  }

  private static X509CertificateHolder signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
