package io.lull.agent.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.ConnectSocket;
import io.lull.protocol.wire.ListenSocket;
import io.lull.protocol.wire.SocketRefusal;
import io.lull.protocol.wire.SocketRequest;
import io.lull.testkit.time.Eventually;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a guest gets that asks for sockets; an answer of one byte comes with one. */
@EnabledOnOs(OS.LINUX)
class SocketBrokerTest {
  private static final String HOST = "127.0.0.1";
  private static final String PASSED = "passed";
  private static final int SYSTEM_PORT = 22;

  @TempDir Path folder;
  private final PeerAddresses peers = new PeerAddresses();
  private final EventLoop loop = EventLoop.start("test");
  private SocketBroker broker;

  @BeforeEach
  void open() throws IOException {
    broker = SocketBroker.on(loop, SystemClock.INSTANCE).open(socket(), HOST, peers);
  }

  @AfterEach
  void close() throws IOException {
    broker.close();
    loop.close();
  }

  private Path socket() {
    return folder.resolve("s");
  }

  private static SocketRequest connect(int port) {
    return SocketRequest.newBuilder()
        .setConnect(ConnectSocket.newBuilder().setHost(HOST).setPort(port).setTimeoutMillis(20_000))
        .build();
  }

  private String ask(SocketRequest request) throws IOException {
    final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    Frames.write(frame, request);
    return answer(frame.toByteArray());
  }

  /**
   * @return empty: the broker hung up
   */
  private String answer(byte[] request) throws IOException {
    try (SocketChannel guest = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
      guest.write(ByteBuffer.wrap(request));
      final ByteBuffer answer = ByteBuffer.allocate(1024);
      while (guest.read(answer) >= 0) {}
      if (answer.position() <= 1) {
        return answer.position() == 1 ? PASSED : "";
      }
      return Objects.requireNonNull(
              Frames.read(
                  new ByteArrayInputStream(answer.array(), 0, answer.position()),
                  SocketRefusal.parser()))
          .getReason();
    } catch (SocketException e) {
      // It has not read what was written.
      return "";
    }
  }

  @Test
  void aWorkerOfTheJobIsCalled() throws IOException {
    try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      peers.add(new HostPort(HOST, peer.getLocalPort()));
      assertThat(ask(connect(peer.getLocalPort()))).isEqualTo(PASSED);
      try (Socket called = peer.accept()) {
        assertThat(called.getInputStream().read()).as("nobody has it any more").isEqualTo(-1);
      }
    }
  }

  @Test
  void nobodyElseIsCalled() throws IOException {
    try (ServerSocket owners = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ask(connect(owners.getLocalPort())))
          .isEqualTo(HOST + ":" + owners.getLocalPort() + " is not a worker of this job");
    }
  }

  @Test
  void aSystemsServiceIsNotCalledWhateverACoordinatorSays() throws IOException {
    peers.add(new HostPort(HOST, SYSTEM_PORT));
    assertThat(ask(connect(SYSTEM_PORT))).contains("port 22 is one of a system's services");
  }

  @Test
  void aWorkerListensOnce() throws IOException {
    final SocketRequest listen =
        SocketRequest.newBuilder().setListen(ListenSocket.getDefaultInstance()).build();
    assertThat(ask(listen)).isEqualTo(PASSED);
    assertThat(ask(listen)).isEqualTo("a worker listens at one port");
  }

  @Test
  void whatIsNoRequestIsHungUpOn() throws IOException {
    assertThat(ask(SocketRequest.getDefaultInstance())).isEqualTo("nothing is asked for");
    assertThat(answer(new byte[] {(byte) (SocketRequests.MAX_REQUEST_BYTES + 1)})).isEmpty();
    assertThat(answer(new byte[] {2, 0x7f, 0x7f})).isEmpty();
  }

  @Test
  void thoseWhoSayNothingUseUpTheirOwnPlacesAlone() throws IOException {
    final List<SocketChannel> silent = new ArrayList<>();
    try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      peers.add(new HostPort(HOST, peer.getLocalPort()));
      for (int i = 0; i < SocketBroker.MAX_AT_A_TIME; i++) {
        silent.add(SocketChannel.open(UnixDomainSocketAddress.of(socket())));
      }
      assertThat(ask(SocketRequest.getDefaultInstance())).as("one too many").isEmpty();
      for (final SocketChannel each : silent) {
        each.close();
      }
      Eventually.await(
          "a place",
          Duration.ofSeconds(20),
          () -> {
            try {
              return ask(connect(peer.getLocalPort())).equals(PASSED);
            } catch (IOException e) {
              return false;
            }
          });
    }
  }
}
