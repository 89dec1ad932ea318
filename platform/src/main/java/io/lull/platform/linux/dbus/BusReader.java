package io.lull.platform.linux.dbus;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of a message: numbers as {@link Long} or {@link Double}, strings, paths and signatures as
 * {@link String}, arrays and structures as {@link List}, dictionaries as {@link Map}, variants as
 * their value.
 */
final class BusReader {
  private static final int MAX_DEPTH = 32;

  private final ByteBuffer in;

  /**
   * @param in its first byte is the message's
   */
  BusReader(ByteBuffer in) {
    this.in = in;
  }

  /** As many values as the signature has types. */
  List<Object> read(String signature) throws IOException {
    try {
      final List<Object> values = new ArrayList<>();
      for (int at = 0; at < signature.length(); at = end(signature, at)) {
        values.add(value(signature, at, 0));
      }
      return values;
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("the bus sends what is not understood: '" + signature + "'", e);
    }
  }

  void align(int to) throws IOException {
    final int aligned = (in.position() + to - 1) / to * to;
    if (aligned > in.limit()) {
      throw new IOException("the bus sends half a message");
    }
    in.position(aligned);
  }

  private Object value(String signature, int at, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("the bus sends values within values without end");
    }
    align(alignment(signature.charAt(at)));
    return switch (signature.charAt(at)) {
      case 'y' -> Long.valueOf(in.get() & 0xff);
      case 'b' -> in.getInt() != 0;
      case 'n' -> Long.valueOf(in.getShort());
      case 'q' -> Long.valueOf(Short.toUnsignedInt(in.getShort()));
      case 'i' -> Long.valueOf(in.getInt());
      case 'u', 'h' -> Integer.toUnsignedLong(in.getInt());
      case 'x', 't' -> in.getLong();
      case 'd' -> in.getDouble();
      case 's', 'o' -> text(in.getInt());
      case 'g' -> text(in.get() & 0xff);
      case 'v' -> variant(depth);
      case '(' -> structure(signature, at, depth);
      case 'a' -> array(signature, at + 1, depth);
      default -> throw new IOException("the bus sends a type '" + signature.charAt(at) + "'");
    };
  }

  private String text(int length) {
    final byte[] bytes = new byte[checked(length)];
    in.get(bytes);
    in.get();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private int checked(int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return length;
  }

  private Object variant(int depth) throws IOException {
    final String type = text(in.get() & 0xff);
    if (type.isEmpty() || end(type, 0) != type.length()) {
      throw new IOException("the bus sends a variant of '" + type + "'");
    }
    return value(type, 0, depth + 1);
  }

  private List<Object> structure(String signature, int at, int depth) throws IOException {
    final List<Object> members = new ArrayList<>();
    for (int m = at + 1; signature.charAt(m) != ')'; m = end(signature, m)) {
      members.add(value(signature, m, depth + 1));
    }
    return members;
  }

  private Object array(String signature, int element, int depth) throws IOException {
    final int length = checked(in.getInt());
    align(alignment(signature.charAt(element)));
    final int end = in.position() + checked(length);
    if (signature.charAt(element) == '{') {
      final Map<Object, Object> entries = new LinkedHashMap<>();
      while (in.position() < end) {
        align(8);
        final Object key = value(signature, element + 1, depth + 1);
        entries.put(key, value(signature, end(signature, element + 1), depth + 1));
      }
      return entries;
    }
    final List<Object> elements = new ArrayList<>();
    while (in.position() < end) {
      final int before = in.position();
      elements.add(value(signature, element, depth + 1));
      if (in.position() == before) {
        throw new IOException("the bus sends a list of nothings");
      }
    }
    return elements;
  }

  static int alignment(char type) {
    return switch (type) {
      case 'y', 'g', 'v' -> 1;
      case 'n', 'q' -> 2;
      case 'x', 't', 'd', '(', '{' -> 8;
      default -> 4;
    };
  }

  /** The position after the complete type that begins here. */
  static int end(String signature, int at) {
    int from = at;
    while (signature.charAt(from) == 'a') {
      from++;
    }
    int open = 0;
    do {
      final char c = signature.charAt(from++);
      if (c == '(' || c == '{') {
        open++;
      } else if (c == ')' || c == '}') {
        open--;
      }
    } while (open > 0);
    return from;
  }
}
