package io.lull.agent.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.session.SessionWatch;
import io.lull.platform.session.SocketConnector;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The computer's own input devices, watched by another process than the agent. */
final class DeviceWatchTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String ME = System.getProperty("user.name", "");

  @TempDir Path folder = Path.of("");
  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private final PlayedDevices devices = new PlayedDevices();
  private List<InputSource> sources = List.of();

  @BeforeEach
  void open() {
    sources =
        SessionServer.beside(
            List.of(),
            folder.resolve("session.sock"),
            "pc1",
            Optional.of(ME),
            SystemClock.INSTANCE);
    sources.forEach(source -> source.start(signals::add));
  }

  @AfterEach
  void close() {
    sources.forEach(InputSource::close);
  }

  /** By a test's word. */
  private static final class PlayedDevices implements WatchedSession, InputSource {
    private volatile Consumer<InputSignal> sink = _ -> {};

    @Override
    public String id() {
      return "";
    }

    @Override
    public String kind() {
      return DEVICES;
    }

    @Override
    public String display() {
      return "";
    }

    @Override
    public List<InputSource> sources() {
      return List.of(this);
    }

    @Override
    public boolean over() {
      return false;
    }

    @Override
    public String name() {
      return "kernel";
    }

    @Override
    public void start(Consumer<InputSignal> to) {
      sink = to;
      final long now = System.nanoTime();
      sink.accept(
          new InputSignal.Working("seats", "three devices", now, Set.of(new Coverage.Seats())));
      sink.accept(
          new InputSignal.Working("terminals", "all", now, Set.of(new Coverage.Terminals())));
    }

    @Override
    public void close() {}
  }

  private InputSignal next() throws InterruptedException {
    final InputSignal signal = signals.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(signal).as("a signal").isNotNull();
    return signal;
  }

  @Test
  void devicesAreUnobservedUntilTheirWatcherConnectsAndWhenItIsGone() throws Exception {
    for (final String source : List.of("seats", "terminals")) {
      assertThat(next())
          .isEqualTo(new InputSignal.Lost(source, "its watcher has not connected yet"));
    }
    final SessionWatch watch =
        new SessionWatch(
            new SocketConnector(folder.resolve("session.sock")), devices, SystemClock.INSTANCE);
    final Thread thread = Thread.ofPlatform().daemon().start(watch::run);
    final InputSignal.Working seats = (InputSignal.Working) next();
    assertThat(seats.source()).isEqualTo("seats");
    assertThat(seats.coverage()).containsExactly(new Coverage.Seats());
    assertThat(((InputSignal.Working) next()).coverage()).containsExactly(new Coverage.Terminals());
    devices.sink.accept(
        new InputSignal.Activity("seats", System.nanoTime(), InputSignal.Kind.UNKNOWN));
    assertThat(((InputSignal.Activity) next()).source()).isEqualTo("seats");
    watch.close();
    thread.join();
    // Its farewell is no end of the devices: the computer has them still.
    assertThat(List.of(next(), next()))
        .containsExactlyInAnyOrder(
            new InputSignal.Lost("seats", "its watcher has ended"),
            new InputSignal.Lost("terminals", "its watcher has ended"));
  }
}
