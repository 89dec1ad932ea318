package io.lull.platform.linux.server;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.protocol.time.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A source that follows a server: it starts a watch, and again whenever that has ended, which it
 * reports once. A {@link Watch} knows the protocol.
 */
public final class ServerSource implements InputSource {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Watch watch;
  private final ReconnectLoop line;
  private Consumer<InputSignal> sink = _ -> {};

  /** One protocol. All calls except {@link #name} come on the source's own thread. */
  public interface Watch {
    /** Short, for people: {@code x11 :0}. */
    String name();

    /**
     * Returns only by an exception, whose message tells people why nothing is observed any more.
     *
     * @param voice receives the opened connection, and every signal
     */
    void hold(Voice voice) throws IOException;

    /** The source was reported as lost: earlier signals must be repeated. */
    default void lost() {}
  }

  /** How a watch reports for its source. */
  public interface Voice {
    /** What closing the source must close, so that waits end. */
    <C extends Closeable> C opened(C connection) throws IOException;

    void working(String detail, long lastInputNanos, Set<Coverage> coverage);

    void say(InputSignal signal);
  }

  public ServerSource(Watch watch, Clock clock) {
    this.watch = watch;
    this.line = new ReconnectLoop(watch.name(), this::hold, this::lost, LONGEST_PAUSE, clock);
  }

  private void hold(ReconnectLoop opening) throws IOException {
    watch.hold(
        new Voice() {
          @Override
          public <C extends Closeable> C opened(C connection) throws IOException {
            return opening.opened(connection);
          }

          @Override
          public void working(String detail, long lastInputNanos, Set<Coverage> coverage) {
            opening.works();
            say(new InputSignal.Working(name(), detail, lastInputNanos, coverage));
          }

          @Override
          public void say(InputSignal signal) {
            sink.accept(signal);
          }
        });
  }

  private void lost(String why) {
    watch.lost();
    sink.accept(new InputSignal.Lost(name(), why));
  }

  @Override
  public String name() {
    return watch.name();
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    line.start();
  }

  @Override
  public void close() {
    line.close();
  }
}
