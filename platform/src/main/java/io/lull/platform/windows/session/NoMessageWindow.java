package io.lull.platform.windows.session;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Replaces a message window that cannot be opened: receives nothing. */
record NoMessageWindow(Clock clock) implements MessageWindow {
  @Override
  public List<Message> await(Duration atMost) {
    final long until = clock.nanos() + atMost.toNanos();
    for (long left = atMost.toNanos(); left > 0; left = until - clock.nanos()) {
      LockSupport.parkNanos(left);
    }
    return List.of();
  }

  @Override
  public void hearMouse(boolean hear) {}

  @Override
  public void close() {}
}
