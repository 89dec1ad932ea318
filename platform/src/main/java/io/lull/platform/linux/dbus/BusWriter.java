package io.lull.platform.linux.dbus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Encodes a message, little-endian, each value at its alignment. */
final class BusWriter {
  private ByteBuffer out = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

  int size() {
    return out.position();
  }

  void align(int to) {
    while (out.position() % to != 0) {
      room(1).put((byte) 0);
    }
  }

  void bytes(byte... values) {
    room(values.length).put(values);
  }

  void number(int value) {
    align(4);
    room(4).putInt(value);
  }

  void text(String value) {
    final byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    number(bytes.length);
    room(bytes.length + 1).put(bytes).put((byte) 0);
  }

  private void signature(String value) {
    final byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    room(bytes.length + 2).put((byte) bytes.length).put(bytes).put((byte) 0);
  }

  /** A header field: a code and a variant. */
  void field(int code, String type, String value) {
    align(8);
    bytes((byte) code);
    signature(type);
    if (type.equals("g")) {
      signature(value);
    } else {
      text(value);
    }
  }

  /** A header field that is a number. */
  void field(int code, int value) {
    align(8);
    bytes((byte) code);
    signature("u");
    number(value);
  }

  /**
   * Values as {@link BusReader} returns them, except variants, which state their type.
   *
   * @throws IllegalArgumentException if the values are not of the signature's types
   */
  void write(BusBody body) {
    try {
      members(body.signature(), 0, body.signature().length(), body.values());
    } catch (ClassCastException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "'" + body.signature() + "' is not the type of " + body.values(), e);
    }
  }

  private void members(String signature, int from, int to, List<?> values) {
    int at = from;
    for (final Object value : values) {
      if (at >= to) {
        throw new IndexOutOfBoundsException("more values than types");
      }
      value(signature, at, value);
      at = BusReader.end(signature, at);
    }
    if (at != to) {
      throw new IndexOutOfBoundsException("more types than values");
    }
  }

  private void value(String signature, int at, Object value) {
    final char type = signature.charAt(at);
    align(BusReader.alignment(type));
    switch (type) {
      case 'y' -> bytes(((Number) value).byteValue());
      case 'b' -> number((Boolean) value ? 1 : 0);
      case 'n', 'q' -> room(2).putShort(((Number) value).shortValue());
      case 'i', 'u' -> number(((Number) value).intValue());
      case 'x', 't' -> room(8).putLong(((Number) value).longValue());
      case 'd' -> room(8).putDouble(((Number) value).doubleValue());
      case 's', 'o' -> text((String) value);
      case 'g' -> signature((String) value);
      case 'v' -> variant((BusVariant) value);
      case '(' -> members(signature, at + 1, BusReader.end(signature, at) - 1, (List<?>) value);
      case 'a' -> array(signature, at + 1, value);
      default -> throw new IllegalArgumentException("a type '" + type + "' cannot be sent");
    }
  }

  private void variant(BusVariant variant) {
    signature(variant.signature());
    value(variant.signature(), 0, variant.value());
  }

  private void array(String signature, int element, Object value) {
    number(0);
    final int length = size() - 4;
    align(BusReader.alignment(signature.charAt(element)));
    final int start = size();
    if (value instanceof byte[] plain) {
      bytes(plain);
    } else if (value instanceof Map<?, ?> entries) {
      entries.forEach((key, held) -> {
        align(8);
        value(signature, element + 1, key);
        value(signature, BusReader.end(signature, element + 1), held);
      });
    } else {
      ((List<?>) value).forEach(each -> value(signature, element, each));
    }
    out.putInt(length, size() - start);
  }

  /** At an offset that is a multiple of eight, so that the alignments within stay right. */
  void append(BusWriter part) {
    final ByteBuffer bytes = part.finish();
    room(bytes.remaining()).put(bytes);
  }

  ByteBuffer finish() {
    return out.duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
  }

  private ByteBuffer room(int bytes) {
    if (out.remaining() < bytes) {
      final int capacity = 2 * (out.position() + bytes);
      out = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(finish());
    }
    return out;
  }
}
