package io.lull.platform.linux.x11;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The position of the pointer.
 *
 * @param root of its screen
 * @param pressed whether any of its buttons is held down
 */
record XPointer(int root, int x, int y, boolean pressed) {
  private static final int QUERY_POINTER = 38;

  private static final int BUTTONS = 0x1f00;

  static XPointer ask(XConnection connection) throws IOException {
    return of(connection.reply(request(connection)));
  }

  /**
   * Sends the query only.
   *
   * @return the request's number
   */
  static int request(XConnection connection) throws IOException {
    final ByteBuffer request = XConnection.request(QUERY_POINTER, 0, 8);
    return connection.send(request.putInt(connection.greeting().roots().getFirst()));
  }

  static XPointer of(ByteBuffer reply) {
    return new XPointer(
        reply.getInt(8),
        reply.getShort(16),
        reply.getShort(18),
        (reply.getShort(24) & BUTTONS) != 0);
  }

  /** In pixels, rounded up; {@link Integer#MAX_VALUE}: another screen. */
  int distance(XPointer other) {
    return root == other.root
        ? (int) Math.ceil(Math.hypot(x - (double) other.x, y - (double) other.y))
        : Integer.MAX_VALUE;
  }
}
