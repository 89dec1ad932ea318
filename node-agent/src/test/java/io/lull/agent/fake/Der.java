package io.lull.agent.fake;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** As much of ASN.1's distinguished encoding (ITU-T X.690) as a certificate needs. */
final class Der {
  static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  private Der() {}

  static byte[] tag(int tag, byte[]... contents) {
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (final byte[] content : contents) {
      body.writeBytes(content);
    }
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (body.size() < 0x80) {
      out.write(body.size());
    } else if (body.size() < 0x100) {
      out.write(0x81);
      out.write(body.size());
    } else {
      out.write(0x82);
      out.write(body.size() >> 8);
      out.write(body.size());
    }
    out.writeBytes(body.toByteArray());
    return out.toByteArray();
  }

  static byte[] sequence(byte[]... contents) {
    return tag(SEQUENCE, contents);
  }

  static byte[] integer(BigInteger value) {
    return tag(0x02, value.toByteArray());
  }

  static byte[] yes() {
    return tag(0x01, new byte[] {(byte) 0xff});
  }

  static byte[] oid(String dotted) {
    final String[] parts = dotted.split("\\.");
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(parts[0]) * 40 + Integer.parseInt(parts[1]));
    for (int i = 2; i < parts.length; i++) {
      final int arc = Integer.parseInt(parts[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if ((arc >> shift) != 0) {
          out.write(((arc >> shift) & 0x7f) | 0x80);
        }
      }
      out.write(arc & 0x7f);
    }
    return tag(0x06, out.toByteArray());
  }

  static byte[] bits(byte[] content) {
    return tag(0x03, new byte[] {0}, content);
  }

  static byte[] octets(byte[] content) {
    return tag(0x04, content);
  }

  static byte[] time(Instant at) {
    return tag(
        0x17,
        DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'")
            .withZone(ZoneOffset.UTC)
            .format(at)
            .getBytes(StandardCharsets.US_ASCII));
  }

  /** CN and OU. */
  static byte[] name(String commonName, String unit) {
    return sequence(attribute("2.5.4.11", unit), attribute("2.5.4.3", commonName));
  }

  private static byte[] attribute(String oid, String value) {
    return tag(SET, sequence(oid(oid), tag(0x0c, value.getBytes(StandardCharsets.UTF_8))));
  }
}
