package io.lull.reconfig.comm;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The first that is said on a connection.
 *
 * @param from the worker that calls
 * @param to the worker that it means
 * @param epoch in which a link is made
 * @param purpose what the connection is for
 */
record Handshake(String from, String to, long epoch, Purpose purpose) {
  /** What follows an introduction. */
  enum Purpose {
    /** Frames of an epoch. */
    LINK(0),
    /** Something beside that. */
    CONVERSATION(1);

    private final byte code;

    Purpose(int code) {
      this.code = (byte) code;
    }

    static Purpose of(byte said) throws IOException {
      for (final Purpose purpose : values()) {
        if (purpose.code == said) {
          return purpose;
        }
      }
      throw new IOException("a connection is for nothing that is known: " + said);
    }
  }

  /** Workers whose frames are others, of another version, do not know each other's. */
  static final int MAGIC = 0x4c554c36;

  /** Two names and a number are not longer. */
  private static final int MAX_BYTES = 4096;

  /** To be read: the magic number, the length of what follows, and that. */
  ByteBuffer encoded() {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(from);
      out.writeUTF(to);
      out.writeLong(epoch);
      out.writeByte(purpose.code);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.allocate(2 * Integer.BYTES + bytes.size())
        .putInt(MAGIC)
        .putInt(bytes.size())
        .put(bytes.toByteArray())
        .flip();
  }

  static Handshake read(TimedConnection line) throws IOException {
    final ByteBuffer start = line.read(2 * Integer.BYTES);
    final boolean worker = start.getInt() == MAGIC;
    final int length = start.getInt();
    if (!worker || length < 0 || length > MAX_BYTES) {
      throw new IOException("not a worker");
    }
    try (DataInputStream in =
        new DataInputStream(new java.io.ByteArrayInputStream(line.read(length).array()))) {
      return new Handshake(in.readUTF(), in.readUTF(), in.readLong(), Purpose.of(in.readByte()));
    }
  }
}
