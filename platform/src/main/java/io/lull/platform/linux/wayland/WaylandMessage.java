package io.lull.platform.linux.wayland;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A message of the Wayland wire protocol, an event or a request: its object, its number among that
 * object's messages, and its arguments, which are read one after another.
 *
 * @param arguments in this machine's byte order
 */
record WaylandMessage(int object, int opcode, ByteBuffer arguments) {
  private static final int HEAD = 8;
  private static final int MAX_TEXT_BYTES = 4096;

  /** Takes the next whole message from a buffer that is ready to be read; null: incomplete. */
  static @Nullable WaylandMessage take(ByteBuffer in) throws IOException {
    if (in.remaining() < HEAD) {
      return null;
    }
    final int object = in.getInt(in.position());
    final int second = in.getInt(in.position() + 4);
    final int length = second >>> 16;
    if (length < HEAD || length % 4 != 0) {
      throw new IOException("the Wayland compositor sends a message of " + length + " bytes");
    }
    if (in.remaining() < length) {
      return null;
    }
    final byte[] bytes = new byte[length - HEAD];
    in.position(in.position() + HEAD).get(bytes);
    return new WaylandMessage(
        object, second & 0xffff, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()));
  }

  /** The next argument, of 32 bits. */
  int number() throws IOException {
    try {
      return arguments.getInt();
    } catch (BufferUnderflowException e) {
      throw notUnderstood(e);
    }
  }

  /** The next argument: its length including a final zero, its bytes, and padding to 32 bits. */
  String text() throws IOException {
    try {
      final int length = arguments.getInt();
      if (length < 0 || length > MAX_TEXT_BYTES) {
        throw new IOException("the Wayland compositor sends a text of " + length + " bytes");
      }
      if (length == 0) {
        return "";
      }
      final byte[] bytes = new byte[padded(length)];
      arguments.get(bytes);
      return new String(bytes, 0, length - 1, StandardCharsets.UTF_8);
    } catch (BufferUnderflowException e) {
      throw notUnderstood(e);
    }
  }

  private static IOException notUnderstood(BufferUnderflowException why) {
    return new IOException("the Wayland compositor's message is not understood", why);
  }

  static int padded(int length) {
    return (length + 3) & ~3;
  }

  /** Writes a message, argument by argument. */
  static final class Writer {
    private static final int MAX_BYTES = 4096;

    private final ByteBuffer bytes =
        ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.nativeOrder()).position(HEAD);
    private final int opcode;

    Writer(int object, int opcode) {
      this.opcode = opcode;
      bytes.putInt(0, object);
    }

    Writer number(int value) {
      bytes.putInt(value);
      return this;
    }

    Writer text(String value) {
      final byte[] text = value.getBytes(StandardCharsets.UTF_8);
      bytes.putInt(text.length + 1).put(text);
      bytes.put(new byte[padded(text.length + 1) - text.length]);
      return this;
    }

    /** The whole message, ready to be read. */
    ByteBuffer done() {
      bytes.putInt(4, bytes.position() << 16 | opcode);
      return bytes.flip();
    }
  }
}
