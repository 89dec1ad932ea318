package io.lull.platform.linux.dbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One message of the D-Bus protocol, see the D-Bus specification, "Message Protocol".
 *
 * @param sender the unique name of its connection
 * @param error of an error reply: its name
 */
record BusMessage(
    Type type,
    int replySerial,
    String sender,
    String path,
    String member,
    String error,
    List<Object> body) {
  /** Far above what is asked for; more would be an attack on the memory. */
  static final int MAX_BYTES = 256 << 10;

  /** Up to the length of the header's fields. */
  static final int HEAD = 16;

  private static final int PATH = 1;
  private static final int INTERFACE = 2;
  private static final int MEMBER = 3;
  private static final int ERROR_NAME = 4;
  private static final int REPLY_SERIAL = 5;
  private static final int DESTINATION = 6;
  private static final int SENDER = 7;
  private static final int SIGNATURE = 8;
  private static final byte VERSION = 1;
  private static final byte CALL = 1;

  /** Nothing is started only because it is asked for. */
  private static final byte NO_AUTO_START = 2;

  enum Type {
    RETURN,
    ERROR,
    SIGNAL,
    /** Nobody has reason to call, and unknown types are to be ignored. */
    OTHER
  }

  /** How many bytes it has, from its head. */
  static int length(ByteBuffer in) throws IOException {
    final ByteBuffer head = in.slice().order(order(in));
    final long body = Integer.toUnsignedLong(head.getInt(4));
    final long fields = Integer.toUnsignedLong(head.getInt(12));
    final long length = HEAD + (fields + 7) / 8 * 8 + body;
    if (length > MAX_BYTES) {
      throw new IOException("the bus sends a message of " + length + " bytes");
    }
    return (int) length;
  }

  private static ByteOrder order(ByteBuffer in) throws IOException {
    return switch (in.get(in.position())) {
      case 'l' -> ByteOrder.LITTLE_ENDIAN;
      case 'B' -> ByteOrder.BIG_ENDIAN;
      default -> throw new IOException("the bus sends what is no message");
    };
  }

  /**
   * @param whole from its first byte to its last
   */
  static BusMessage parse(ByteBuffer whole) throws IOException {
    final ByteBuffer in = whole.slice().order(order(whole));
    final BusReader reader = new BusReader(in);
    final List<Object> head = reader.read("yyyyuua(yv)");
    final Map<Integer, Object> fields = new TreeMap<>();
    for (final Object field : BusValues.list(head.get(6))) {
      final List<Object> pair = BusValues.list(field);
      fields.put((int) BusValues.number(pair.get(0)), pair.get(1));
    }
    reader.align(8);
    final List<Object> body = reader.read(text(fields, SIGNATURE));
    return new BusMessage(
        switch ((int) BusValues.number(head.get(1))) {
          case 2 -> Type.RETURN;
          case 3 -> Type.ERROR;
          case 4 -> Type.SIGNAL;
          default -> Type.OTHER;
        },
        (int) BusValues.number(fields.getOrDefault(REPLY_SERIAL, 0L)),
        text(fields, SENDER),
        text(fields, PATH),
        text(fields, INTERFACE) + "." + text(fields, MEMBER),
        text(fields, ERROR_NAME),
        body);
  }

  private static String text(Map<Integer, Object> fields, int code) throws IOException {
    return BusValues.text(fields.getOrDefault(code, ""));
  }

  /**
   * The bytes of a call.
   *
   * @param arguments strings, and integers, which travel unsigned
   */
  static ByteBuffer call(int serial, BusCall call, Object... arguments) {
    final BusWriter body = new BusWriter();
    final StringBuilder signature = new StringBuilder();
    for (final Object argument : arguments) {
      if (argument instanceof Integer number) {
        signature.append('u');
        body.number(number);
      } else {
        signature.append('s');
        body.text(argument.toString());
      }
    }
    final BusWriter fields = new BusWriter();
    fields.field(PATH, "o", call.path());
    fields.field(INTERFACE, "s", call.type());
    fields.field(MEMBER, "s", call.method());
    fields.field(DESTINATION, "s", call.service());
    if (!signature.isEmpty()) {
      fields.field(SIGNATURE, "g", signature.toString());
    }
    final BusWriter out = new BusWriter();
    out.bytes((byte) 'l', CALL, NO_AUTO_START, VERSION);
    out.number(body.size());
    out.number(serial);
    out.number(fields.size());
    out.append(fields);
    out.align(8);
    out.append(body);
    return out.finish();
  }

  /** Lines of the authentication, before any message. */
  static ByteBuffer line(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }
}
