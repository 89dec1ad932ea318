package io.lull.platform.linux.x11;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A packet of an X server after the setup: an error, a reply or an event, of 32 bytes plus, except
 * for errors and core events, the stated length.
 *
 * @param bytes little-endian, from its first byte
 */
record XPacket(ByteBuffer bytes) {
  private static final int HEAD = 32;
  private static final int ERROR = 0;
  private static final int REPLY = 1;
  private static final int GENERIC_EVENT = 35;
  private static final int SENT = 0x80;

  /** Takes the next whole packet from a buffer that is ready to be read; null: incomplete. */
  static @Nullable XPacket take(ByteBuffer in) throws IOException {
    if (in.remaining() < HEAD) {
      return null;
    }
    final long length = length(in);
    if (length > in.capacity()) {
      throw new IOException("the X server sends a packet of " + length + " bytes");
    }
    if (in.remaining() < length) {
      return null;
    }
    final byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return new XPacket(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
  }

  private static long length(ByteBuffer in) {
    final int code = in.get(in.position()) & 0xff & ~SENT;
    return code == REPLY || code == GENERIC_EVENT
        ? HEAD + 4 * Integer.toUnsignedLong(in.getInt(in.position() + 4))
        : HEAD;
  }

  private int code() {
    return bytes.get(0) & 0xff & ~SENT;
  }

  boolean isError() {
    return code() == ERROR;
  }

  boolean isReply() {
    return code() == REPLY;
  }

  /** Of the core or an extension, and from the server itself: clients can send imitations. */
  boolean isEvent(int code) {
    return (bytes.get(0) & 0xff) == code;
  }

  int errorCode() {
    return bytes.get(1) & 0xff;
  }

  /** The last 16 bits of the answered request's number. */
  int sequence() {
    return Short.toUnsignedInt(bytes.getShort(2));
  }

  boolean isOfExtension(int opcode) {
    return code() == GENERIC_EVENT && (bytes.get(1) & 0xff) == opcode;
  }

  int extensionEventType() {
    return Short.toUnsignedInt(bytes.getShort(8));
  }
}
