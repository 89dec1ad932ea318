package io.lull.agent.fake;

import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.Identity;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Signs certificates as a coordinator's authority does. */
public final class TestAuthority {
  /** So long that nothing is renewed unless a test is about that. */
  private static final Duration LIFE = Duration.ofDays(30);

  private static final byte[] ECDSA_SHA256 = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));

  private static final AtomicLong SERIAL = new AtomicLong();

  private final KeyPair keys = newKeys();
  private final byte[] name;
  private final X509Certificate certificate;

  public TestAuthority(String name) {
    this.name = Der.name(name, "authority");
    this.certificate = sign(this.name, keys.getPublic(), true, Instant.now().plus(LIFE));
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public Identity identity(String holder, String role) {
    return identity(holder, role, Instant.now().plus(LIFE));
  }

  public Identity identity(String holder, String role, Instant goodUntil) {
    final KeyPair pair = newKeys();
    return new Identity(
        pair.getPrivate(),
        sign(Der.name(holder, role), pair.getPublic(), false, goodUntil),
        certificate);
  }

  public X509Certificate sign(String holder, String role, PublicKey key) {
    return sign(Der.name(holder, role), key, false, Instant.now().plus(LIFE));
  }

  private X509Certificate sign(
      byte[] subject, PublicKey key, boolean authority, Instant goodUntil) {
    final byte[] extension =
        authority
            ? Der.sequence(Der.oid("2.5.29.19"), Der.yes(), Der.octets(Der.sequence(Der.yes())))
            : Der.sequence(
                Der.oid("2.5.29.17"),
                Der.octets(
                    Der.sequence(
                        Der.tag(
                            0x82, Credentials.SERVER_NAME.getBytes(StandardCharsets.US_ASCII)))));
    final byte[] body =
        Der.sequence(
            Der.tag(0xa0, Der.integer(BigInteger.TWO)),
            Der.integer(BigInteger.valueOf(SERIAL.incrementAndGet())),
            ECDSA_SHA256,
            name,
            Der.sequence(Der.time(Instant.now().minus(Duration.ofDays(2))), Der.time(goodUntil)),
            subject,
            key.getEncoded(),
            Der.tag(0xa3, Der.sequence(extension)));
    try {
      final Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(body);
      return Identity.certificate(Der.sequence(body, ECDSA_SHA256, Der.bits(signature.sign())));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair newKeys() {
    try {
      final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
