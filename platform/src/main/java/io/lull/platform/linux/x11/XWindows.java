package io.lull.platform.linux.x11;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Properties of windows, and their changes, by the core protocol. */
record XWindows(XConnection connection) {
  private static final int CHANGE_WINDOW_ATTRIBUTES = 2;
  private static final int INTERN_ATOM = 16;
  private static final int GET_PROPERTY = 20;
  private static final int EVENT_MASK = 1 << 11;
  private static final int PROPERTY_CHANGES = 1 << 22;
  private static final int PROPERTY_NOTIFY = 28;
  private static final int ATOM_AT = 8;
  private static final int MAX_WORDS = 64;
  private static final int ANY_TYPE = 0;

  /** The number of a name. */
  int atom(String name) throws IOException {
    final ByteBuffer request =
        XConnection.request(INTERN_ATOM, 0, 8 + XSetup.padded(name.length()));
    request.putShort((short) name.length()).putShort((short) 0);
    request.put(name.getBytes(StandardCharsets.ISO_8859_1));
    return connection.ask(request).getInt(8);
  }

  /** Whether to report changes of a window's properties from now on; it may be gone already. */
  void listen(int window, boolean wanted) throws IOException {
    final ByteBuffer request = XConnection.request(CHANGE_WINDOW_ATTRIBUTES, 0, 16);
    request.putInt(window).putInt(EVENT_MASK).putInt(wanted ? PROPERTY_CHANGES : 0);
    connection.send(request);
  }

  /** Whether this reports a change of one of these properties, of any window. */
  static boolean isChange(XPacket packet, int... atoms) {
    if (packet.isEvent(PROPERTY_NOTIFY)) {
      for (final int atom : atoms) {
        if (packet.bytes().getInt(ATOM_AT) == atom) {
          return true;
        }
      }
    }
    return false;
  }

  /** A property of 32-bit numbers, truncated if too long; empty: not set. */
  List<Integer> numbers(int window, int property) throws IOException {
    final ByteBuffer reply = property(window, property);
    final List<Integer> found = new ArrayList<>();
    if (reply.get(1) == 32) {
      for (int at = 32; at + 4 <= end(reply, 4); at += 4) {
        found.add(reply.getInt(at));
      }
    }
    return found;
  }

  /** A property of strings, each ended by a zero; truncated if too long. */
  List<String> texts(int window, int property) throws IOException {
    final ByteBuffer reply = property(window, property);
    if (reply.get(1) != 8) {
      return List.of();
    }
    final byte[] bytes = new byte[end(reply, 1) - 32];
    reply.get(32, bytes);
    return List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\0"));
  }

  private static int end(ByteBuffer reply, int unit) {
    return (int) Math.min(reply.limit(), 32 + unit * Integer.toUnsignedLong(reply.getInt(16)));
  }

  private ByteBuffer property(int window, int property) throws IOException {
    final ByteBuffer request = XConnection.request(GET_PROPERTY, 0, 24);
    request.putInt(window).putInt(property).putInt(ANY_TYPE).putInt(0).putInt(MAX_WORDS);
    return connection.ask(request);
  }
}
