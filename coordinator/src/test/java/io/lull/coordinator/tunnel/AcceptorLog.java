package io.lull.coordinator.tunnel;

import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records what {@link TunnelAcceptor} logs until it is closed. */
final class AcceptorLog extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger(TunnelAcceptor.class.getName());
  private final Queue<LogRecord> lines = new ConcurrentLinkedQueue<>();

  AcceptorLog() {
    logger.addHandler(this);
  }

  /** The oldest line that was not read yet. */
  LogRecord awaitLine(Duration deadline) {
    Eventually.await("a line of the log", deadline, () -> !lines.isEmpty());
    return lines.remove();
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
