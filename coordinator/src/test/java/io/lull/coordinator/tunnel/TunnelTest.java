package io.lull.coordinator.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.net.ReservedPorts;
import io.lull.testkit.time.Eventually;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two members, and those who would like to be one. */
class TunnelTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private TunnelGrid grid;
  private MemberIdentity inside;
  private MemberIdentity visitor;
  private Tunnel tunnel;
  private Echo memory;

  /** Memory that says what it is told. */
  private static final class Echo implements AutoCloseable {
    private final ServerSocket server =
        new ServerSocket(0, 16, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<Integer> from = new ArrayList<>();

    Echo() throws IOException {
      Thread.ofVirtual()
          .start(() -> {
            try {
              while (true) {
                final Socket socket = server.accept();
                synchronized (from) {
                  from.add(socket.getPort());
                }
                Thread.ofVirtual().start(() -> echo(socket));
              }
            } catch (IOException e) {
              ended.countDown();
            }
          });
    }

    private void echo(Socket socket) {
      try (socket) {
        socket.getInputStream().transferTo(socket.getOutputStream());
      } catch (IOException e) {
        assertThat(e).as("a link that was cut").isNotNull();
      }
    }

    List<Integer> from() {
      synchronized (from) {
        return List.copyOf(from);
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      Eventually.await("nobody is taken any more", PATIENCE, () -> ended.getCount() == 0);
    }
  }

  @BeforeEach
  void start() throws Exception {
    grid = new TunnelGrid(folder.resolve("authority"), SystemClock.INSTANCE);
    inside = grid.member();
    visitor = grid.member();
    memory = keep(new Echo());
    tunnel = keep(open(List.of()));
    tunnel.serve(memory.server.getLocalPort());
    tunnel.meet(inside, _ -> {});
  }

  @AfterEach
  void stop() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private <C extends AutoCloseable> C keep(C part) {
    open.push(part);
    return part;
  }

  private static Tunnel open(List<HostPort> others) throws IOException {
    return Tunnel.open(new HostPort("127.0.0.1", 0), others, SystemClock.INSTANCE);
  }

  private Tunnel meeting(MemberIdentity shown) throws Exception {
    final Tunnel other = keep(open(List.of(tunnel.address())));
    final CountDownLatch asked = new CountDownLatch(1);
    other.meet(shown, _ -> asked.countDown());
    assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return other;
  }

  private SocketChannel linked(Tunnel from, MemberId to) throws IOException {
    final SocketChannel channel = keep(SocketChannel.open());
    from.connect(channel, to, channel::connect);
    return channel;
  }

  private static String echoed(SocketChannel channel, String text) throws IOException {
    channel.write(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    final ByteBuffer answer = ByteBuffer.allocate(text.length());
    while (answer.hasRemaining() && channel.read(answer) >= 0) {
      assertThat(answer.position()).isPositive();
    }
    return new String(answer.array(), java.nio.charset.StandardCharsets.UTF_8);
  }

  private Socket stranger() throws IOException {
    final Socket socket = keep(new Socket());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), tunnel.address().port()));
    return socket;
  }

  /** It was closed, or reset, and said nothing but what a handshake says. */
  private static boolean cutOff(Socket socket) {
    try {
      socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void membersFindOutWhoIsWhereAndReachEachOthersMemory() throws Exception {
    final Tunnel other = meeting(visitor);
    assertThat(other.where(inside.self())).contains(tunnel.address());

    assertThat(echoed(linked(other, inside.self()), "through the tunnel"))
        .isEqualTo("through the tunnel");
    assertThat(memory.from()).allMatch(tunnel::isWay);
  }

  @Test
  void manyBytesComeAsTheyWent() throws Exception {
    final SocketChannel channel = linked(meeting(visitor), inside.self());
    final byte[] sent = new byte[3_000_000];
    new java.util.Random(5).nextBytes(sent);
    final Thread sending =
        Thread.ofVirtual()
            .start(() -> {
              try {
                final ByteBuffer rest = ByteBuffer.wrap(sent);
                while (rest.hasRemaining()) {
                  channel.write(rest);
                }
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    final ByteBuffer came = ByteBuffer.allocate(sent.length);
    while (came.hasRemaining() && channel.read(came) >= 0) {
      assertThat(came.position()).isPositive();
    }
    sending.join();
    assertThat(came.array()).isEqualTo(sent);
  }

  @Test
  void whoIsEnrolledAndNoMemberIsRefused() throws Exception {
    for (final MemberIdentity posing :
        List.of(
            grid.posing(Role.NODE),
            grid.posing(Role.USER),
            grid.posing(Role.ADMIN),
            grid.posingAsCoordinator())) {
      final long before = tunnel.refused();
      final Tunnel other = meeting(posing);
      assertThat(other.where(inside.self())).isEmpty();
      assertThatThrownBy(() -> linked(other, inside.self())).isInstanceOf(IOException.class);
      Eventually.await("it was counted", PATIENCE, () -> tunnel.refused() > before);
    }
    assertThat(memory.from()).isEmpty();
  }

  @Test
  void aMemberOfAnotherGridIsRefused() throws Exception {
    final TunnelGrid foreign = new TunnelGrid(folder.resolve("foreign"), SystemClock.INSTANCE);
    assertThat(meeting(foreign.member()).where(inside.self())).isEmpty();
    assertThat(memory.from()).isEmpty();
  }

  @Test
  void aCertificateThatHasRunOutIsRefused() throws Exception {
    final Clock longAgo =
        new VirtualClock(SystemClock.INSTANCE.epochMillis() - Duration.ofDays(8).toMillis());
    final TunnelGrid old = new TunnelGrid(folder.resolve("authority"), longAgo);
    assertThat(meeting(old.member()).where(inside.self())).isEmpty();
    assertThat(memory.from()).isEmpty();
  }

  @Test
  void aMembersCertificateIsMadeAnewBeforeItRunsOut() throws Exception {
    final VirtualClock clock =
        new VirtualClock(SystemClock.INSTANCE.epochMillis() - Duration.ofDays(8).toMillis());
    final TunnelGrid slow = new TunnelGrid(folder.resolve("authority"), clock);
    final MemberIdentity longRunning = slow.member();
    clock.advance(Duration.ofDays(8));
    assertThat(meeting(longRunning).where(inside.self())).contains(tunnel.address());
  }

  private AcceptorLog log() {
    return keep(new AcceptorLog());
  }

  @Test
  void whoIsRefusedIsSaidWithTheCause() throws Exception {
    final AcceptorLog said = log();
    meeting(grid.posing(Role.NODE));
    final LogRecord line = said.awaitLine(PATIENCE);
    assertThat(line.getLevel()).isEqualTo(Level.WARNING);
    assertThat(line.getMessage())
        .startsWith("127.0.0.1 wanted to connect as another coordinator and was refused: ")
        .doesNotEndWith("null");
  }

  @Test
  void whoBreaksOffWasNotRefused() throws Exception {
    final AcceptorLog said = log();
    stranger().close();
    final LogRecord line = said.awaitLine(PATIENCE);
    assertThat(line.getLevel()).isEqualTo(Level.INFO);
    assertThat(line.getMessage())
        .startsWith("127.0.0.1 began to connect as another coordinator and broke off: ")
        .doesNotContain("refused");
  }

  @Test
  void whoShowsNothingOrNoiseIsCutOff() throws Exception {
    final Socket noise = stranger();
    noise
        .getOutputStream()
        .write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(cutOff(noise)).isTrue();
    final Socket slow = stranger();
    slow.getOutputStream().write(0x16);
    assertThat(cutOff(slow)).as("within the time for a handshake").isTrue();
    assertThat(memory.from()).isEmpty();
  }

  @Test
  void aFloodOfStrangersIsBoundedAndKeepsNoMemberOut() throws Exception {
    final Tunnel other = meeting(visitor);
    for (int i = 0; i < 3 * TunnelAcceptor.ARRIVALS.atOnce(); i++) {
      final var _ = stranger();
    }
    assertThat(tunnel.waiting()).isLessThanOrEqualTo(PendingHandshakes.MAX_OF_HOST);
    assertThat(
            Eventually.get(
                "a member gets through",
                PATIENCE,
                () -> {
                  try {
                    return echoed(linked(other, inside.self()), "still here");
                  } catch (IOException e) {
                    final long _ = other.refused();
                    Eventually.await(
                        "it is found again",
                        PATIENCE,
                        () -> other.where(inside.self()).isPresent());
                    return null;
                  }
                }))
        .isEqualTo("still here");
    assertThat(tunnel.refused()).isPositive();
  }

  @Test
  void aLinkEndsOnBothSidesWhenEitherEnds() throws Exception {
    final SocketChannel channel = linked(meeting(visitor), inside.self());
    assertThat(echoed(channel, "a")).isEqualTo("a");
    tunnel.close();
    assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
  }

  @Test
  void aLinkThatIsOnlyHalfThereIsGivenUp() throws Exception {
    final Tunnel other = meeting(visitor);
    final SocketChannel channel = linked(other, inside.self());
    assertThat(echoed(channel, "a")).isEqualTo("a");
    assertThat(memory.from()).hasSize(1);
    // From here on nobody says anything, as when the other machine has lost its power.
    assertThat(channel.read(ByteBuffer.allocate(1)))
        .as("cut after the longest silence")
        .isEqualTo(-1);
    Eventually.await(
        "its way is gone", PATIENCE, () -> memory.from().stream().noneMatch(tunnel::isWay));
  }

  @Test
  void whoWasAnotherMemberBeforeItsRestartIsNotTakenForIt() throws Exception {
    final Tunnel other = meeting(visitor);
    assertThatThrownBy(() -> linked(other, grid.member().self()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is unknown");
  }

  @Test
  void otherProgramsOfThisMachineAreNotCarried() throws Exception {
    final Tunnel other = meeting(visitor);
    final SocketChannel channel = keep(SocketChannel.open());
    final Socket intruder = keep(new Socket());
    intruder.setSoTimeout((int) PATIENCE.toMillis());
    other.connect(
        channel,
        inside.self(),
        way -> {
          intruder.connect(way);
          channel.connect(way);
        });
    assertThat(cutOff(intruder)).isTrue();
    assertThat(echoed(channel, "mine")).isEqualTo("mine");
  }

  @Test
  void aPortThatIsTakenIsSaid() {
    assertThatThrownBy(() -> Tunnel.open(tunnel.address(), List.of(), SystemClock.INSTANCE))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() ->
            Tunnel.open(new HostPort("no-such-host.invalid", 1), List.of(), SystemClock.INSTANCE))
        .hasMessageContaining("is unknown");
  }

  @Test
  void aPortIsFreeAsSoonAsItsTunnelIsClosed() throws Exception {
    final HostPort address = TunnelGrid.addresses(keep(ReservedPorts.open(1))).getFirst();
    // Whether the accepting thread waits for the next connection already is a matter of luck.
    for (int i = 0; i < 100; i++) {
      try (Tunnel one = Tunnel.open(address, List.of(), SystemClock.INSTANCE);
          Socket stranger = new Socket(address.host(), address.port())) {
        assertThat(stranger.getInputStream().read()).as("round %d", i).isEqualTo(-1);
        assertThat(one.refused()).as("round %d", i).isEqualTo(1);
      }
    }
  }

  @Test
  void whoListsItselfMeetsNobody() throws Exception {
    final List<HostPort> addresses = TunnelGrid.addresses(keep(ReservedPorts.open(1)));
    final Tunnel alone = keep(Tunnel.open(addresses.getFirst(), addresses, SystemClock.INSTANCE));
    final List<Set<MemberId>> found = new ArrayList<>();
    final CountDownLatch asked = new CountDownLatch(1);
    alone.meet(
        visitor,
        others -> {
          found.add(others);
          asked.countDown();
        });
    assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(found.getFirst()).isEmpty();
  }
}
