package io.lull.platform.linux.dbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One message of the D-Bus protocol, see the D-Bus specification, "Message Protocol".
 *
 * @param serial its number among those of its sender
 * @param replySerial of an answer: the number of the call
 * @param answerWanted of a call: whether its sender wants an answer
 * @param sender the unique name of its connection
 * @param member with the interface before it, which calls may omit
 * @param error of an error reply: its name
 */
public record BusMessage(
    Type type,
    int serial,
    int replySerial,
    boolean answerWanted,
    String sender,
    String path,
    String member,
    String error,
    BusBody content) {
  /** Far more than any request needs; a longer message would be an attack on the memory. */
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
  private static final byte NO_ANSWER = 1;

  /** The call must not start a service. */
  private static final byte NO_AUTO_START = 2;

  /** The kinds of messages. */
  public enum Type {
    CALL(1),
    RETURN(2),
    ERROR(3),
    SIGNAL(4),
    /** The specification requires that unknown types are ignored. */
    OTHER(0);

    private final byte code;

    Type(int code) {
      this.code = (byte) code;
    }

    private static Type of(long code) {
      return Stream.of(values()).filter(type -> type.code == code).findFirst().orElse(OTHER);
    }
  }

  /** The body. */
  public List<Object> body() {
    return content.values();
  }

  /** Its total length in bytes, from its header. */
  static int length(ByteBuffer in) throws IOException {
    final long length = headLength(in) + bodyLength(in);
    if (length > MAX_BYTES) {
      throw new IOException("the bus sends a message of " + length + " bytes");
    }
    return (int) length;
  }

  /** The number of bytes before the body. */
  static long headLength(ByteBuffer in) throws IOException {
    final long fields = Integer.toUnsignedLong(in.slice().order(order(in)).getInt(12));
    return HEAD + (fields + 7) / 8 * 8;
  }

  static long bodyLength(ByteBuffer in) throws IOException {
    return Integer.toUnsignedLong(in.slice().order(order(in)).getInt(4));
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
    return parse(whole, true);
  }

  /**
   * Without its body, which is too long or malformed.
   *
   * @param head at least what comes before the body
   */
  static BusMessage parseHead(ByteBuffer head) throws IOException {
    return parse(head, false);
  }

  private static BusMessage parse(ByteBuffer whole, boolean withBody) throws IOException {
    final BusReader reader = new BusReader(whole.slice().order(order(whole)));
    final List<Object> head = reader.read("yyyyuua(yv)");
    final Map<Integer, Object> fields = new TreeMap<>();
    for (final Object field : BusValues.list(head.get(6))) {
      final List<Object> pair = BusValues.list(field);
      fields.put((int) BusValues.number(pair.get(0)), pair.get(1));
    }
    final String signature = withBody ? text(fields, SIGNATURE) : "";
    if (withBody) {
      reader.align(8);
    }
    return new BusMessage(
        Type.of(BusValues.number(head.get(1))),
        (int) BusValues.number(head.get(5)),
        (int) BusValues.number(fields.getOrDefault(REPLY_SERIAL, 0L)),
        (BusValues.number(head.get(2)) & NO_ANSWER) == 0,
        text(fields, SENDER),
        text(fields, PATH),
        text(fields, INTERFACE) + "." + text(fields, MEMBER),
        text(fields, ERROR_NAME),
        new BusBody(signature, reader.read(signature)));
  }

  private static String text(Map<Integer, Object> fields, int code) throws IOException {
    return BusValues.text(fields.getOrDefault(code, ""));
  }

  /**
   * Encodes a call.
   *
   * @param arguments strings, and integers, which travel unsigned
   */
  static ByteBuffer call(int serial, BusCall call, Object... arguments) {
    final StringBuilder signature = new StringBuilder();
    for (final Object argument : arguments) {
      signature.append(argument instanceof Integer ? 'u' : 's');
    }
    return call(serial, call, BusBody.of(signature.toString(), arguments));
  }

  /** Encodes a call with arguments of any type. */
  static ByteBuffer call(int serial, BusCall call, BusBody arguments) {
    final BusWriter fields = new BusWriter();
    fields.field(PATH, "o", call.path());
    fields.field(INTERFACE, "s", call.type());
    fields.field(MEMBER, "s", call.method());
    fields.field(DESTINATION, "s", call.service());
    return bytes(Type.CALL, NO_AUTO_START, serial, fields, arguments);
  }

  /** Encodes the answer to a call. */
  static ByteBuffer answer(int serial, BusMessage call, BusBody answer) {
    final BusWriter fields = new BusWriter();
    fields.field(REPLY_SERIAL, call.serial());
    fields.field(DESTINATION, "s", call.sender());
    return bytes(Type.RETURN, NO_ANSWER, serial, fields, answer);
  }

  /** Encodes an error as the answer to a call. */
  static ByteBuffer fault(int serial, BusMessage call, BusFault fault) {
    final BusWriter fields = new BusWriter();
    fields.field(ERROR_NAME, "s", fault.error());
    fields.field(REPLY_SERIAL, call.serial());
    fields.field(DESTINATION, "s", call.sender());
    return bytes(
        Type.ERROR, NO_ANSWER, serial, fields, BusBody.of("s", String.valueOf(fault.getMessage())));
  }

  /** Encodes a signal. */
  static ByteBuffer signal(int serial, BusSignal signal) {
    final BusWriter fields = new BusWriter();
    fields.field(PATH, "o", signal.path());
    fields.field(INTERFACE, "s", signal.type());
    fields.field(MEMBER, "s", signal.name());
    return bytes(Type.SIGNAL, NO_ANSWER, serial, fields, signal.content());
  }

  private static ByteBuffer bytes(
      Type type, byte flags, int serial, BusWriter fields, BusBody content) {
    final BusWriter body = new BusWriter();
    body.write(content);
    if (!content.signature().isEmpty()) {
      fields.field(SIGNATURE, "g", content.signature());
    }
    final BusWriter out = new BusWriter();
    out.bytes((byte) 'l', type.code, flags, VERSION);
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
