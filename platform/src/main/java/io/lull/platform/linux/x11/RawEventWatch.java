package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Receives the first event of a burst at once, then unsubscribes for a moment: a moving mouse would
 * wake it a thousand times a second. For servers that do not count idle time.
 */
final class RawEventWatch implements XWatch {
  private static final Set<InputSignal.Kind> ALL =
      EnumSet.of(
          InputSignal.Kind.KEY,
          InputSignal.Kind.BUTTON,
          InputSignal.Kind.MOTION,
          InputSignal.Kind.TOUCH);

  private final XConnection connection;
  private final XInput input;
  private final WatchContext telling;

  private RawEventWatch(XConnection connection, XInput input, WatchContext telling) {
    this.connection = connection;
    this.input = input;
    this.telling = telling;
  }

  static Optional<XWatch> open(XConnection connection, WatchContext telling) throws IOException {
    return XInput.open(connection).map(input -> new RawEventWatch(connection, input, telling));
  }

  @Override
  public void watch() throws IOException {
    input.listen(ALL);
    boolean listening = true;
    XPointer.ask(connection);
    telling.works("events", telling.clock().nanos());
    long due = telling.clock().nanos() + telling.pace().askWhenIdle().toNanos();
    while (true) {
      final XPacket packet = connection.next(due - telling.clock().nanos());
      final long now = telling.clock().nanos();
      if (packet == null) {
        if (listening) {
          XPointer.ask(connection);
        } else {
          input.listen(ALL);
          listening = true;
        }
        due = now + telling.pace().askWhenIdle().toNanos();
      } else if (packet.isError()) {
        throw new XConnection.XError(packet.errorCode());
      } else if (listening && input.kind(packet).isPresent()) {
        final long nanos = telling.time().nanos(XInput.serverMillis(packet), now);
        telling.active(nanos, input.kind(packet).get(), Activity.MORE);
        input.listen(Set.of());
        listening = false;
        due = now + telling.pace().rest().toNanos();
      }
    }
  }
}
