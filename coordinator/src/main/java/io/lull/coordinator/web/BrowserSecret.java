package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** The secret of one browser. The coordinator keeps its hash. */
final class BrowserSecret {
  private static final int BYTES = 32;

  private BrowserSecret() {}

  /** 256 bits, as text that stands in addresses and cookies as it is. */
  static String draw(RandomGenerator random) {
    final byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static ByteString hash(String text) {
    try {
      return ByteString.copyFrom(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
