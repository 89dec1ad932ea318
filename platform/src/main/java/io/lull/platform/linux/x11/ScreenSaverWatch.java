package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * Polls the screen saver's idle time. For servers so old that they report nothing. See the MIT
 * Screen Saver extension.
 */
final class ScreenSaverWatch implements XWatch {
  private static final int QUERY_VERSION = 0;
  private static final int QUERY_INFO = 1;
  private static final int IDLE_AT = 16;

  /** The server counts whole milliseconds, by its own clock. */
  private static final long COUNT_SLACK_NANOS = Duration.ofMillis(20).toNanos();

  private final XConnection connection;
  private final int opcode;
  private final WatchContext telling;

  private ScreenSaverWatch(XConnection connection, int opcode, WatchContext telling) {
    this.connection = connection;
    this.opcode = opcode;
    this.telling = telling;
  }

  static Optional<XWatch> open(XConnection connection, WatchContext telling) throws IOException {
    final Optional<XConnection.Extension> extension = connection.extension("MIT-SCREEN-SAVER");
    if (extension.isEmpty()) {
      return Optional.empty();
    }
    final int opcode = extension.get().major();
    connection.ask(XConnection.request(opcode, QUERY_VERSION, 8).put((byte) 1).put((byte) 1));
    return Optional.of(new ScreenSaverWatch(connection, opcode, telling));
  }

  private long lastInput() throws IOException {
    // Before the query: a late answer must not look like new input.
    final long asked = telling.clock().nanos();
    final ByteBuffer request = XConnection.request(opcode, QUERY_INFO, 8);
    final ByteBuffer reply =
        connection.ask(request.putInt(connection.greeting().roots().getFirst()));
    return asked - Integer.toUnsignedLong(reply.getInt(IDLE_AT)) * 1_000_000;
  }

  @Override
  public void watch() throws IOException {
    long last = lastInput();
    telling.works("the idle time, asked twice a second,", last);
    while (true) {
      final long due = telling.clock().nanos() + telling.pace().rest().toNanos();
      for (XPacket packet = connection.next(due - telling.clock().nanos());
          packet != null;
          packet = connection.next(due - telling.clock().nanos())) {
        if (packet.isError()) {
          throw new XConnection.XError(packet.errorCode());
        }
      }
      final long counted = lastInput();
      if (counted - last > COUNT_SLACK_NANOS) {
        telling.active(counted, InputSignal.Kind.UNKNOWN, Activity.MORE);
      }
      last = Math.max(last, counted);
    }
  }
}
