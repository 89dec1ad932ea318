package io.lull.coordinator.enrolment;

import java.io.IOException;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** Makes P-256 keys and X.509 certificates. */
final class Certificates {
  private static final int SERIAL_BITS = 127;
  private static final String CURVE = "secp256r1";
  private static final Pattern DNS_NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9-]+)*");

  /** Clocks of workstations differ: a new certificate is good from a little before now. */
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(10);

  private final SecureRandom random;

  Certificates(SecureRandom random) {
    this.random = random;
  }

  KeyPair newKey() throws GeneralSecurityException {
    final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(CURVE), random);
    return generator.generateKeyPair();
  }

  /**
   * The same key from the same secret (FIPS 186-5, A.2.1).
   *
   * @param secret at least eight bytes longer than the key
   */
  static KeyPair keyFrom(byte[] secret) throws GeneralSecurityException {
    final AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec(CURVE));
    final ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
    final BigInteger scalar =
        new BigInteger(1, secret)
            .mod(curve.getOrder().subtract(BigInteger.ONE))
            .add(BigInteger.ONE);
    final ECPoint point = CustomNamedCurves.getByName(CURVE).getG().multiply(scalar).normalize();
    final KeyFactory factory = KeyFactory.getInstance("EC");
    return new KeyPair(
        factory.generatePublic(
            new ECPublicKeySpec(
                new java.security.spec.ECPoint(
                    point.getAffineXCoord().toBigInteger(), point.getAffineYCoord().toBigInteger()),
                curve)),
        factory.generatePrivate(new ECPrivateKeySpec(scalar, curve)));
  }

  static X500Name subject(String name, String role) {
    return new X500NameBuilder(BCStyle.INSTANCE)
        .addRDN(BCStyle.CN, name)
        .addRDN(BCStyle.OU, role)
        .build();
  }

  X509Certificate authority(KeyPair pair, String name, long nowMillis, Duration validity)
      throws GeneralSecurityException {
    try {
      return sign(authorityBuilder(pair, name, nowMillis, validity), pair.getPrivate());
    } catch (CertIOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /**
   * An authority for servers with these names and no others (RFC 5280, 4.2.1.10).
   *
   * @param serverNames names and addresses, at least one of each: a kind that is not named would
   *     not be limited
   */
  X509Certificate serverAuthority(
      KeyPair pair, String name, List<String> serverNames, long nowMillis, Duration validity)
      throws GeneralSecurityException {
    final GeneralSubtree[] permitted =
        serverNames.stream()
            .map(each ->
                new GeneralSubtree(
                    isAddress(each)
                        ? new GeneralName(GeneralName.iPAddress, onlyThis(each))
                        : new GeneralName(GeneralName.dNSName, each)))
            .toArray(GeneralSubtree[]::new);
    try {
      return sign(
          authorityBuilder(pair, name, nowMillis, validity)
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
              .addExtension(Extension.nameConstraints, true, new NameConstraints(permitted, null)),
          pair.getPrivate());
    } catch (CertIOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static String onlyThis(String address) {
    return address + (IPAddress.isValidIPv4(address) ? "/32" : "/128");
  }

  private X509v3CertificateBuilder authorityBuilder(
      KeyPair pair, String name, long nowMillis, Duration validity) throws CertIOException {
    final X500Name subject = subject(name, "authority");
    return builder(subject, subject, pair.getPublic(), nowMillis, validity)
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
        .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
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

  /** Whether a certificate can name it as a server's. */
  static boolean isServerName(String host) {
    return DNS_NAME.matcher(host).matches() || isAddress(host);
  }

  /** Browsers know addresses and names apart. */
  private static boolean isAddress(String host) {
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
