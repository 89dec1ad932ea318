package io.lull.reconfig.checkpoint;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The key of a job's pieces. Each worker's pieces are encrypted and authenticated with keys that
 * are derived from it and from a salt of the worker's own (HKDF, RFC 5869). Immutable; any thread.
 */
public final class PieceKey {
  /** How long it is. */
  public static final int BYTES = 32;

  private final byte[] bytes;

  private PieceKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * @param bytes {@value #BYTES} of them, as the coordinator drew them
   * @throws IllegalArgumentException when they are not as many
   */
  public static PieceKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a key of pieces has " + BYTES + " bytes, not " + bytes.length);
    }
    return new PieceKey(bytes.clone());
  }

  /**
   * @param algorithm what the derived key is for, by Java's name
   * @param purpose keys for different ones tell nothing about each other
   */
  SecretKey derive(String algorithm, String purpose, byte[] salt) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveKey(
              algorithm,
              HKDFParameterSpec.ofExtract()
                  .addIKM(bytes)
                  .addSalt(salt)
                  .thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HKDF", e);
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "PieceKey";
  }
}
