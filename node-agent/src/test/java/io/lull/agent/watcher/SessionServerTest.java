package io.lull.agent.watcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.UserSession;
import io.lull.platform.session.SessionMessages;
import io.lull.platform.session.SessionWatch;
import io.lull.platform.session.SocketConnector;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionAlive;
import io.lull.protocol.wire.SessionHello;
import io.lull.protocol.wire.SessionWorking;
import io.lull.protocol.wire.ToSession;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real socket, and on its other end a real watcher of a session that a test plays. */
class SessionServerTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String ME = System.getProperty("user.name", "");

  @TempDir Path folder = Path.of("");

  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private final KnownSessions sessions = new KnownSessions();
  private final PlayedSession played = new PlayedSession();
  private Path socket;
  private SessionServer server;

  @BeforeEach
  void listen() {
    socket = folder.resolve("session.sock");
    server = open(sessions);
  }

  private static SessionServer another(Path at, KnownSessions known) {
    return SessionServer.open(
        SocketConnections.listen(at, 32), known, "pc1", Optional.empty(), SystemClock.INSTANCE);
  }

  private SessionServer open(KnownSessions known) {
    final SessionServer opened = another(socket, known);
    opened.start(signals::add);
    return opened;
  }

  @AfterEach
  void end() throws InterruptedException {
    played.end();
    server.close();
    assertThat(socket).doesNotExist();
  }

  private static UserSession session(String id, String user) {
    return new UserSession(id, user, UserSession.Kind.X11, "seat0", false, false);
  }

  private <S extends InputSignal> S await(Class<S> kind, Predicate<S> wanted)
      throws InterruptedException {
    final long deadline = System.nanoTime() + SOON.toNanos();
    while (System.nanoTime() < deadline) {
      final InputSignal signal = signals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (kind.isInstance(signal) && wanted.test(kind.cast(signal))) {
        return kind.cast(signal);
      }
    }
    throw new AssertionError("no " + kind.getSimpleName() + " came");
  }

  private <S extends InputSignal> S await(Class<S> kind) throws InterruptedException {
    return await(kind, _ -> true);
  }

  /** What happens in a session, by a test's word. */
  private final class PlayedSession implements WatchedSession, InputSource {
    private volatile Consumer<InputSignal> sink = _ -> {};
    private volatile boolean guestMayRun = true;
    private String id = "";
    private @Nullable SessionWatch watch;
    private @Nullable Thread thread;

    void begin(String session) throws IOException {
      id = session;
      final SessionWatch begun =
          new SessionWatch(new SocketConnector(socket), this, SystemClock.INSTANCE);
      watch = begun;
      thread = Thread.ofPlatform().name("watch").daemon().start(begun::run);
    }

    void end() throws InterruptedException {
      if (watch != null && thread != null) {
        watch.close();
        assertThat(thread.join(SOON)).isTrue();
        watch = null;
      }
    }

    void works(long lastInputNanos) {
      sink.accept(
          new InputSignal.Working(
              name(), "played", lastInputNanos, Set.of(new Coverage.Everything())));
    }

    void key() {
      sink.accept(new InputSignal.Activity(name(), System.nanoTime(), InputSignal.Kind.KEY));
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public String kind() {
      return "x11";
    }

    @Override
    public String display() {
      return ":7";
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
      return "x11 :7";
    }

    @Override
    public void start(Consumer<InputSignal> to) {
      sink = to;
      works(System.nanoTime() - Duration.ofMinutes(1).toNanos());
    }

    @Override
    public void guestMayRun(boolean may) {
      guestMayRun = may;
    }

    @Override
    public void close() {}
  }

  @Test
  void aWatcherSpeaksForItsSession() throws Exception {
    sessions.hear(new InputSignal.SessionSeen("logind", session("3", ME)));
    played.begin("3");

    final InputSignal.Working working = await(InputSignal.Working.class);
    assertThat(working.source()).isEqualTo("session 3 (" + ME + ", x11 :7)");
    assertThat(working.coverage()).containsExactly(new Coverage.Session("3"));
    assertThat(Duration.ofNanos(System.nanoTime() - working.lastInputNanos()))
        .isBetween(Duration.ofSeconds(59), Duration.ofSeconds(90));

    final long before = System.nanoTime();
    played.key();
    final InputSignal.Activity activity = await(InputSignal.Activity.class);
    assertThat(activity.source()).isEqualTo(working.source());
    assertThat(activity.kind()).isEqualTo(InputSignal.Kind.KEY);
    // Ages are of whole microseconds.
    assertThat(activity.nanos()).isBetween(before - 1_000, System.nanoTime());
    assertThat(activity.movedPixels()).isEqualTo(InputSignal.Activity.MORE);

    played.sink.accept(new InputSignal.Engaged("x11 :7", Engagement.FULL_SCREEN, "a\nfilm", true));
    assertThat(await(InputSignal.Engaged.class))
        .isEqualTo(
            new InputSignal.Engaged(working.source(), Engagement.FULL_SCREEN, "a film", true));

    played.sink.accept(new InputSignal.Lost("x11 :7", "the server died"));
    assertThat(await(InputSignal.Lost.class))
        .isEqualTo(new InputSignal.Lost(working.source(), "the server died"));
  }

  @Test
  void whereNobodyListsSessionsTheUserIsItsName() throws Exception {
    played.begin("");
    final InputSignal.Working working = await(InputSignal.Working.class);
    assertThat(working.source()).isEqualTo(ME + "'s session (x11 :7)");
    assertThat(working.coverage()).containsExactly(new Coverage.Session(""));
  }

  @Test
  void aFarewellEndsItAndADeathLeavesItUnseenUntilTheSessionEnds() throws Exception {
    sessions.hear(new InputSignal.SessionSeen("logind", session("3", ME)));
    played.begin("3");
    await(InputSignal.Working.class);
    played.end();
    await(InputSignal.Gone.class);

    try (SocketChannel dies = connect()) {
      hello(dies, "3", SessionMessages.VERSION);
      working(dies);
      await(InputSignal.Working.class);
    }
    assertThat(await(InputSignal.Lost.class))
        .isEqualTo(
            new InputSignal.Lost(
                "session 3 (" + ME + ", x11 :7)", "its watcher ended unexpectedly"));

    sessions.hear(new InputSignal.SessionEnded("logind", "3"));
    assertThat(await(InputSignal.Gone.class).source()).isEqualTo("session 3 (" + ME + ", x11 :7)");
  }

  @Test
  void anAgentThatComesBackIsToldAllAgain() throws Exception {
    played.begin("");
    await(InputSignal.Working.class);
    played.sink.accept(
        new InputSignal.Engaged("x11 :7", Engagement.SCREEN_KEPT_ON, "a call", true));
    await(InputSignal.Engaged.class);

    server.close();
    signals.clear();
    final long before = System.nanoTime();
    played.key(); // which nobody hears
    server = open(new KnownSessions());

    assertThat(await(InputSignal.Working.class).lastInputNanos())
        .isGreaterThan(before - Duration.ofMillis(2).toNanos());
    assertThat(await(InputSignal.Engaged.class).by()).isEqualTo("a call");
  }

  @Test
  void watchersAreToldWhetherAGuestMayRun() throws Exception {
    played.begin("");
    await(InputSignal.Working.class);
    server.guestMayRun(false);
    Eventually.await("the watcher takes its time", SOON, () -> !played.guestMayRun);
    server.guestMayRun(true);
    Eventually.await("the watcher looks closely", SOON, () -> played.guestMayRun);
  }

  @Test
  void nobodySpeaksForTheSessionOfAnother() throws Exception {
    // Root may: then it is a session that there is not.
    sessions.hear(new InputSignal.SessionSeen("logind", session("3", "ada")));
    final String asked = ME.equals("root") ? "4" : "3";
    try (SocketChannel channel = connect()) {
      hello(channel, asked, SessionMessages.VERSION);
      assertThat(refusal(channel))
          .isEqualTo(
              ME.equals("root")
                  ? "there is no session 4 here"
                  : "session 3 is not one of " + ME + "'s");
    }
  }

  @Test
  void aSessionHasOneWatcherAtATime() throws Exception {
    played.begin("");
    await(InputSignal.Working.class);
    try (SocketChannel channel = connect()) {
      hello(channel, "", SessionMessages.VERSION);
      assertThat(refusal(channel)).endsWith("has a watcher already");
    }
  }

  @Test
  void whoeverSaysNonsenseIsRefused() throws Exception {
    try (SocketChannel channel = connect()) {
      hello(channel, "", 99);
      assertThat(refusal(channel)).contains("not 99");
    }
    try (SocketChannel channel = connect()) {
      Frames.write(
          Channels.newOutputStream(channel),
          FromSession.newBuilder().setAlive(SessionAlive.getDefaultInstance()).build());
      assertThat(refusal(channel)).isEqualTo("the first message must be hello");
    }
    try (SocketChannel channel = connect()) {
      Channels.newOutputStream(channel).write(new byte[] {(byte) 0xff, (byte) 0xff, 0x7f});
      assertThat(Channels.newInputStream(channel).read()).isNegative();
    }
    assertThat(signals).isEmpty();
  }

  @Test
  void whoeverTalksWithoutEndIsLost() throws Exception {
    try (SocketChannel channel = connect()) {
      hello(channel, "", SessionMessages.VERSION);
      working(channel);
      await(InputSignal.Working.class);
      for (int i = 0; i < 200; i++) {
        try {
          working(channel);
        } catch (IOException e) {
          break; // It is cut off already.
        }
      }
      assertThat(await(InputSignal.Lost.class).why())
          .isEqualTo("more was said than 50 things a second");
    }
  }

  @Test
  void aUserHasFourWatchersAtMost() throws Exception {
    try (SocketChannel _ = connect();
        SocketChannel _ = connect();
        SocketChannel _ = connect();
        SocketChannel _ = connect();
        SocketChannel fifth = connect()) {
      assertThat(refusal(fifth)).isEqualTo("there are too many watchers already");
    }
  }

  @Test
  void anotherAgentsSocketIsNotTakenAndADeadOnesIs() throws Exception {
    assertThatThrownBy(() -> another(socket, sessions))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another agent listens there");
    final Path dead = folder.resolve("dead.sock");
    try (var left =
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
      left.bind(java.net.UnixDomainSocketAddress.of(dead));
    }
    assertThat(Files.exists(dead)).isTrue();
    another(dead, sessions).close();
  }

  private SocketChannel connect() throws IOException {
    try (SocketPath path = SocketPath.of(socket)) {
      return SocketChannel.open(path.address());
    }
  }

  private static void hello(SocketChannel channel, String session, int version) throws IOException {
    Frames.write(
        Channels.newOutputStream(channel),
        FromSession.newBuilder()
            .setHello(
                SessionHello.newBuilder()
                    .setSession(session)
                    .setKind("x11")
                    .setDisplay(":7")
                    .setVersion(version))
            .build());
  }

  private static void working(SocketChannel channel) throws IOException {
    Frames.write(
        Channels.newOutputStream(channel),
        FromSession.newBuilder()
            .setWorking(SessionWorking.newBuilder().setSource("x11 :7").setSeesInput(true))
            .build());
  }

  private static String refusal(SocketChannel channel) throws IOException {
    final ToSession order = Frames.read(Channels.newInputStream(channel), ToSession.parser());
    return order == null ? "" : order.getRefused().getWhy();
  }
}
