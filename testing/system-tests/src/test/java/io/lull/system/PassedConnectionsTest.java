package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.network.EventLoop;
import io.lull.agent.network.PeerAddresses;
import io.lull.agent.network.SocketBroker;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.reconfig.network.AgentNetwork;
import io.lull.reconfig.network.WorkerNetwork;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An agent that makes a worker's connections, and the worker that uses them. */
@EnabledOnOs(OS.LINUX)
final class PassedConnectionsTest {
  private static final String HOST = "127.0.0.1";
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir Path folder = Path.of("");
  private final EventLoop loop = EventLoop.start("passes");
  private final List<SocketBroker> brokers = new ArrayList<>();

  /** A worker, and what its agent knows of its peers. */
  private record Worker(AgentNetwork network, PeerAddresses peers) {
    void knows(int port) {
      peers.learn(
          WorkerOrder.newBuilder()
              .setReconfigure(
                  Reconfigure.newBuilder()
                      .addMembers(Member.newBuilder().setHost(HOST).setPort(port)))
              .build());
    }

    SocketChannel call(int port) throws IOException {
      return network.call().connect(HOST, port, SOON);
    }
  }

  private Worker first;
  private Worker second;

  @BeforeEach
  void open() throws IOException {
    first = worker("first");
    second = worker("second");
  }

  @AfterEach
  void close() throws IOException {
    for (final SocketBroker broker : brokers) {
      broker.close();
    }
    loop.close();
  }

  private Worker worker(String name) throws IOException {
    final Path socket = folder.resolve(name);
    final PeerAddresses peers = new PeerAddresses();
    brokers.add(SocketBroker.on(loop, SystemClock.INSTANCE).open(socket, HOST, peers));
    return new Worker(new AgentNetwork(socket.toString(), HOST), peers);
  }

  private static void say(SocketChannel to, String text) throws IOException {
    final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  private static String hear(SocketChannel from, int length) throws IOException {
    final ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && from.read(bytes) >= 0) {}
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  @Test
  void workersThatTheCoordinatorNamesTalkToEachOther() throws Exception {
    final WorkerNetwork.Listener listener = first.network().listen();
    second.knows(listener.port());
    try (ServerSocketChannel server = listener.channel();
        SocketChannel there = second.call(listener.port());
        SocketChannel here = server.accept()) {
      say(there, "question");
      assertThat(hear(here, 8)).isEqualTo("question");
      say(here, "answer");
      assertThat(hear(there, 6)).isEqualTo("answer");
      there.shutdownOutput();
      assertThat(here.read(ByteBuffer.allocate(1))).as("hung up").isEqualTo(-1);
    }
  }

  @Test
  void aWorkerListensAtOnePortThatItMayCallItself() throws Exception {
    final WorkerNetwork.Listener listener = first.network().listen();
    try (ServerSocketChannel server = listener.channel();
        SocketChannel there = first.call(listener.port());
        SocketChannel here = server.accept()) {
      say(there, "me");
      assertThat(hear(here, 2)).isEqualTo("me");
      assertThatThrownBy(first.network()::listen).hasMessage("a worker listens at one port");
    }
  }

  @Test
  void nobodyElseIsCalled() throws IOException {
    try (ServerSocket owners = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      final int port = owners.getLocalPort();
      assertThatThrownBy(() -> first.call(port))
          .isInstanceOf(IOException.class)
          .hasMessage(HOST + ":" + port + " is not a worker of this job");
      // What one worker's coordinator names is not known to another's agent.
      second.knows(port);
      assertThatThrownBy(() -> first.call(port)).hasMessageContaining("not a worker");
      first.knows(22);
      assertThatThrownBy(() -> first.call(22)).hasMessageContaining("a system's services");
    }
  }

  @Test
  void aPeerThatIsGoneIsSaid() throws IOException {
    final int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    first.knows(port);
    assertThatThrownBy(() -> first.call(port))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("refused");
  }

  @Test
  void whatTheAgentHasPassedItKeepsNot() throws Exception {
    final WorkerNetwork.Listener listener = first.network().listen();
    second.knows(listener.port());
    final long before = sockets();
    try (ServerSocketChannel server = listener.channel()) {
      for (int i = 0; i < 20; i++) {
        try (SocketChannel there = second.call(listener.port());
            SocketChannel here = server.accept()) {
          say(there, "x");
          assertThat(hear(here, 1)).isEqualTo("x");
        }
      }
      Eventually.await("as many sockets as before", SOON, () -> sockets() <= before);
    }
  }

  private static long sockets() {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.filter(
              each -> {
                try {
                  return Files.readSymbolicLink(each).toString().startsWith("socket:");
                } catch (IOException e) {
                  return false;
                }
              })
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its agent listens and answers nothing. */
  @Test
  void aCallIsBrokenOffByAnotherThread() throws Exception {
    final Path silent = folder.resolve("silent");
    try (ServerSocketChannel agent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      agent.bind(UnixDomainSocketAddress.of(silent));
      final WorkerNetwork.Call call = new AgentNetwork(silent.toString(), HOST).call();
      final CountDownLatch began = new CountDownLatch(1);
      final CompletableFuture<Throwable> ended = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            began.countDown();
            try {
              call.connect(HOST, 5000, Duration.ofMinutes(5));
            } catch (IOException e) {
              ended.complete(e);
            }
          });
      began.await();
      call.close();
      assertThat(ended.get(SOON.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(ClosedChannelException.class);
    }
  }

  @Test
  void requestsThatAreNoneEndTheirConnectionsAndNothingElse() throws Exception {
    final Path socket = folder.resolve("first");
    for (final byte[] request :
        List.of(new byte[] {0}, new byte[] {(byte) 200}, new byte[] {2, 0x7f, 0x7f})) {
      try (SocketChannel guest = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        guest.write(ByteBuffer.wrap(request));
        hear(guest, 1000);
      }
    }
    try (ServerSocketChannel server = first.network().listen().channel()) {
      assertThat(server.isOpen()).isTrue();
    }
  }

  @Test
  void theAgentsSocketIsGoneWithItsWorker() throws IOException {
    brokers.getFirst().close();
    assertThat(folder.resolve("first")).doesNotExist();
    assertThatThrownBy(first.network()::listen)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("passes no connections");
  }

  @Test
  void anAddressThatIsNotThisComputersIsRefused() {
    assertThatThrownBy(
            () -> {
              final PeerAddresses peers = new PeerAddresses();
              brokers.add(
                  SocketBroker.on(loop, SystemClock.INSTANCE)
                      .open(folder.resolve("other"), "192.0.2.1", peers));
              new AgentNetwork(folder.resolve("other").toString(), "192.0.2.1").listen();
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no port is to be had");
  }
}
