package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Encrypts and decrypts the blocks of the pieces of one worker's salt. One thread at a time. */
final class BlockCipher {
  static final int SALT_BYTES = 16;
  static final int TAG_BYTES = 16;
  static final int MAC_BYTES = 32;

  private static final int NONCE_BYTES = 12;
  private static final String BLOCKS = "lull piece blocks";
  private static final String INDEX = "lull piece index";

  private final SecretKey key;
  private final Cipher cipher;
  private final Mac mac;
  private final ByteBuffer nonce = ByteBuffer.allocate(NONCE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer place =
      ByteBuffer.allocate(Integer.BYTES + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  BlockCipher(PieceKey of, byte[] salt) {
    this.key = of.derive("AES", BLOCKS, salt);
    try {
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
      this.mac = Mac.getInstance("HmacSHA256");
      mac.init(of.derive("HmacSHA256", INDEX, salt));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES-GCM and HMAC", e);
    }
  }

  /**
   * @param number never used before with another content
   * @param out gets the encrypted block, then its tag
   */
  void encrypt(int section, long block, long number, ByteBuffer content, ByteBuffer out) {
    try {
      begin(Cipher.ENCRYPT_MODE, section, block, number);
      cipher.doFinal(content, out);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a block cannot be encrypted", e);
    }
  }

  /**
   * @param kept the encrypted block and its tag
   * @param out gets the content
   * @return false when the block is not the one that was encrypted
   */
  boolean decrypt(int section, long block, long number, ByteBuffer kept, ByteBuffer out) {
    try {
      begin(Cipher.DECRYPT_MODE, section, block, number);
      cipher.doFinal(kept, out);
      return true;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a block cannot be decrypted", e);
    }
  }

  private void begin(int mode, int section, long block, long number)
      throws GeneralSecurityException {
    nonce.clear().putInt(0).putLong(number);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce.array()));
    cipher.updateAAD(place.clear().putInt(section).putLong(block).flip());
  }

  /** Of a piece's header and index. */
  byte[] mac(ByteString header, ByteBuffer index) {
    mac.reset();
    mac.update(header.asReadOnlyByteBuffer());
    mac.update(index);
    return mac.doFinal();
  }
}
