package io.lull.platform.linux.x11;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The server's reply to a connection setup.
 *
 * @param resourceIds the number before the first that this client may use for its objects
 * @param roots the root windows of its screens
 */
record XSetup(int resourceIds, List<Integer> roots) {
  /** The length of the header, which tells the length of the rest. */
  static final int HEAD = 8;

  private static final int MAX_BYTES = 1 << 20;
  private static final int ACCEPTED = 1;

  static ByteBuffer hello(byte[] cookie) {
    final byte[] name =
        cookie.length == 0 ? new byte[0] : XAuthority.COOKIE.getBytes(StandardCharsets.ISO_8859_1);
    final ByteBuffer out =
        ByteBuffer.allocate(12 + padded(name.length) + padded(cookie.length))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 'l').put((byte) 0).putShort((short) 11).putShort((short) 0);
    out.putShort((short) name.length).putShort((short) cookie.length).putShort((short) 0);
    out.put(name).position(12 + padded(name.length)).put(cookie);
    return out.clear();
  }

  static int padded(int length) {
    return (length + 3) & ~3;
  }

  /** The length of the rest, from the header. */
  static int restLength(ByteBuffer head) throws IOException {
    final int length = 4 * Short.toUnsignedInt(head.getShort(6));
    if (length > MAX_BYTES) {
      throw new IOException("the X server's greeting is " + length + " bytes long");
    }
    return length;
  }

  static XSetup parse(ByteBuffer head, ByteBuffer rest) throws IOException {
    try {
      if (head.get(0) != ACCEPTED) {
        final byte[] reason = new byte[Math.min(head.get(1) & 0xff, rest.remaining())];
        rest.get(reason);
        throw new XRefusal(new String(reason, StandardCharsets.ISO_8859_1).strip());
      }
      final int vendor = Short.toUnsignedInt(rest.getShort(16));
      final int screens = rest.get(20) & 0xff;
      final int formats = rest.get(21) & 0xff;
      int at = 32 + padded(vendor) + 8 * formats;
      final List<Integer> roots = new ArrayList<>();
      for (int screen = 0; screen < screens; screen++) {
        roots.add(rest.getInt(at));
        final int depths = rest.get(at + 39) & 0xff;
        at += 40;
        for (int depth = 0; depth < depths; depth++) {
          at += 8 + 24 * Short.toUnsignedInt(rest.getShort(at + 2));
        }
      }
      if (roots.isEmpty()) {
        throw new IOException("the X server has no screen");
      }
      return new XSetup(rest.getInt(4), List.copyOf(roots));
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("the X server's greeting is not understood", e);
    }
  }

  /** The server refuses this client. */
  static final class XRefusal extends IOException {
    XRefusal(String reason) {
      super("the X server refuses the connection: " + reason);
    }
  }
}
