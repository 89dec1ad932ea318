package io.lull.platform.linux.dbus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bytes of a message in the making, little-endian, each value at its alignment. */
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

  /** One of the header's: a code and a variant. */
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
