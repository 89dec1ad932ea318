package io.lull.protocol.transport;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A token that an administrator gives to a new member: a secret for one enrolment, and the
 * fingerprint of the authority, so that no other server can pose as the coordinator.
 *
 * @param secret base64url of 16 random bytes
 * @param authoritySha256 lower-case hex of the SHA-256 of the authority certificate's DER
 */
public record EnrolmentToken(String secret, String authoritySha256) {
  private static final String PREFIX = "lull1.";
  private static final int SECRET_BYTES = 16;
  private static final int FINGERPRINT_BYTES = 32;

  public static EnrolmentToken of(byte[] secret, X509Certificate authority) {
    if (secret.length != SECRET_BYTES) {
      throw new IllegalArgumentException("a token's secret has " + SECRET_BYTES + " bytes");
    }
    return new EnrolmentToken(encode(secret), fingerprint(authority));
  }

  /**
   * @throws IllegalArgumentException with one line that does not repeat the text: it may be a
   *     secret
   */
  public static EnrolmentToken parse(String text) {
    final String stripped = text.strip();
    if (!stripped.startsWith(PREFIX)) {
      throw new IllegalArgumentException(
          "not an enrolment token: one begins with '"
              + PREFIX
              + "'; create one with 'lull token create'");
    }
    final byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(stripped.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the enrolment token is damaged: copy all of it again", e);
    }
    if (bytes.length != SECRET_BYTES + FINGERPRINT_BYTES) {
      throw new IllegalArgumentException(
          "the enrolment token has the wrong length: copy all of it again");
    }
    return new EnrolmentToken(
        encode(Arrays.copyOf(bytes, SECRET_BYTES)),
        HexFormat.of().formatHex(bytes, SECRET_BYTES, bytes.length));
  }

  /** As it is handed over; {@link #parse} reads it back. */
  public String text() {
    final byte[] bytes = Arrays.copyOf(secretBytes(), SECRET_BYTES + FINGERPRINT_BYTES);
    System.arraycopy(
        HexFormat.of().parseHex(authoritySha256), 0, bytes, SECRET_BYTES, FINGERPRINT_BYTES);
    return PREFIX + encode(bytes);
  }

  public byte[] secretBytes() {
    return Base64.getUrlDecoder().decode(secret);
  }

  public static String fingerprint(X509Certificate certificate) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("the certificate cannot be read", e);
    }
  }

  /** Without the secret: tokens must not reach a log. */
  @Override
  public String toString() {
    return "EnrolmentToken[authority " + authoritySha256 + "]";
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
