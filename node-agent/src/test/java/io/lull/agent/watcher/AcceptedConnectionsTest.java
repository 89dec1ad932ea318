package io.lull.agent.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import io.lull.platform.process.PipeEnd;
import io.lull.platform.session.SessionMessages;
import io.lull.platform.session.WatcherAcceptor;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionHello;
import io.lull.protocol.wire.SessionWorking;
import io.lull.protocol.wire.ToSession;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Watchers that come in by a pipe whose calls wait, and whose session the system names. */
class AcceptedConnectionsTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private final KnownSessions sessions = new KnownSessions();
  private final PlayedAcceptor acceptor = new PlayedAcceptor();
  private SessionServer server;

  @BeforeEach
  void listen() {
    sessions.hear(
        new InputSignal.SessionSeen(
            "list", new UserSession("2", "ada", UserSession.Kind.WINDOWS, "", false, false)));
    sessions.hear(
        new InputSignal.SessionSeen(
            "list", new UserSession("3", "bob", UserSession.Kind.WINDOWS, "", false, false)));
    server =
        SessionServer.open(
            new AcceptedConnections(acceptor),
            sessions,
            "pc1",
            Optional.empty(),
            SystemClock.INSTANCE);
    server.start(signals::add);
    Eventually.await("the acceptor is open", SOON, () -> acceptor.opened);
  }

  @AfterEach
  void close() {
    server.close();
    assertThat(acceptor.closed).isTrue();
  }

  private static final class PlayedAcceptor implements WatcherAcceptor {
    private volatile Consumer<Visitor> visitors = _ -> {};
    private volatile boolean opened;
    private volatile boolean closed;

    @Override
    public void open(Consumer<Visitor> to) {
      visitors = to;
      opened = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A watcher's side of a pipe; reading waits, as the system's own calls do. */
  private static final class PlayedWatcher implements PipeEnd, AutoCloseable {
    private final PipedOutputStream says = new PipedOutputStream();
    private final PipedInputStream hears = new PipedInputStream(1 << 16);
    private final InputStream theirIn;
    private final OutputStream theirOut;
    private volatile boolean closed;

    PlayedWatcher() throws IOException {
      theirIn = new PipedInputStream(says, 1 << 16);
      theirOut = new PipedOutputStream(hears);
    }

    @Override
    public int read(byte[] to) throws IOException {
      return Math.max(0, theirIn.read(to));
    }

    @Override
    public int write(byte[] from) throws IOException {
      theirOut.write(from);
      theirOut.flush();
      return from.length;
    }

    /** As a named pipe's: whoever waits in it is woken. */
    @Override
    public void close() {
      closed = true;
      try {
        says.close();
        theirOut.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void say(FromSession.Builder message) throws IOException {
      Frames.write(says, message.build());
    }

    void hello(String session) throws IOException {
      say(
          FromSession.newBuilder()
              .setHello(
                  SessionHello.newBuilder()
                      .setSession(session)
                      .setKind("windows")
                      .setDisplay("session " + session)
                      .setVersion(SessionMessages.VERSION)));
    }

    ToSession hear() throws IOException {
      return Objects.requireNonNull(Frames.read(hears, ToSession.parser()));
    }
  }

  @Test
  void aWatcherSpeaksForTheSessionThatItIsIn() throws Exception {
    try (PlayedWatcher watcher = new PlayedWatcher()) {
      acceptor.visitors.accept(new WatcherAcceptor.Visitor(watcher, "2"));
      watcher.hello("2");
      assertThat(watcher.hear().getAccepted().getNode()).isEqualTo("pc1");
      watcher.say(
          FromSession.newBuilder()
              .setWorking(SessionWorking.newBuilder().setSource("input").setSeesInput(true)));
      final InputSignal signal = Objects.requireNonNull(signals.poll(30, TimeUnit.SECONDS));
      assertThat(signal.source()).isEqualTo("session 2 (ada, windows session 2)");
      assertThat(((InputSignal.Working) signal).coverage())
          .containsExactly(new Coverage.Session("2"));
    }
    assertThat(Objects.requireNonNull(signals.poll(30, TimeUnit.SECONDS)))
        .isEqualTo(
            new InputSignal.Lost(
                "session 2 (ada, windows session 2)", "its watcher ended unexpectedly"));
  }

  @Test
  void aWatcherOfAnotherSessionIsRefusedAndItsPipeClosed() throws Exception {
    try (PlayedWatcher watcher = new PlayedWatcher()) {
      acceptor.visitors.accept(new WatcherAcceptor.Visitor(watcher, "2"));
      watcher.hello("3");
      assertThat(watcher.hear().getRefused().getWhy())
          .isEqualTo("a watcher of session 2 speaks for no other");
      Eventually.await("its pipe is closed", SOON, () -> watcher.closed);
    }
    assertThat(signals).isEmpty();
  }

  @Test
  void aWatcherThatDoesNotNameItsSessionIsKnownByIt() throws Exception {
    try (PlayedWatcher watcher = new PlayedWatcher()) {
      acceptor.visitors.accept(new WatcherAcceptor.Visitor(watcher, "3"));
      watcher.hello("");
      assertThat(watcher.hear().hasAccepted()).isTrue();
    }
  }
}
