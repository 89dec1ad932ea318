package io.lull.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.DescribeGuests;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestReply;
import io.lull.protocol.wire.GuestsDescribed;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real socket, and on its other end a service that a test plays. */
@Timeout(60)
final class ServiceCallsTest {
  private static final GuestReply ANSWER =
      GuestReply.newBuilder()
          .setDescribed(GuestsDescribed.newBuilder().setFolder("/guests"))
          .build();

  /** Its path is short, as sockets' must be. */
  private Path folder = Path.of("");

  private ServerSocketChannel server;
  private ServiceCalls calls;
  private final List<SocketChannel> accepted = new ArrayList<>();

  @BeforeEach
  void listen() throws IOException {
    folder = Files.createTempDirectory("lull-calls");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
    calls = new ServiceCalls(folder.resolve("s"));
  }

  @AfterEach
  void close() throws IOException {
    for (final SocketChannel each : accepted) {
      each.close();
    }
    server.close();
    Files.deleteIfExists(folder.resolve("s"));
    Files.delete(folder);
  }

  private static GuestCall.Builder describe() {
    return GuestCall.newBuilder().setDescribe(DescribeGuests.getDefaultInstance());
  }

  private CompletableFuture<Void> plays(Callable<?> part) {
    return CompletableFuture.runAsync(() -> {
      try {
        part.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private SocketChannel accept() throws IOException {
    final SocketChannel peer = server.accept();
    accepted.add(peer);
    return peer;
  }

  private static void answer(SocketChannel peer, GuestReply reply) throws IOException {
    final InputStream in = Channels.newInputStream(peer);
    assertThat(Frames.read(in, GuestCall.parser())).isNotNull();
    Frames.write(Channels.newOutputStream(peer), reply);
  }

  @Test
  void aCallThatIsNotAnsweredInTimeFailsWithASentence() {
    final CompletableFuture<Void> silent = plays(this::accept);
    assertThatThrownBy(() -> calls.call(describe(), Duration.ofMillis(50)))
        .isInstanceOf(UnansweredCallException.class)
        .hasMessage("the guest service did not answer within 50 ms");
    silent.join();
  }

  @Test
  void aConnectionIsUsedAgainAlsoAfterARefusal() throws IOException {
    final CompletableFuture<Void> one =
        plays(() -> {
          final SocketChannel peer = accept();
          answer(peer, GuestReply.newBuilder().setRefused("not now").build());
          answer(peer, ANSWER);
          return peer;
        });
    assertThatThrownBy(() -> calls.call(describe())).hasMessage("not now");
    assertThat(calls.call(describe())).isEqualTo(ANSWER);
    one.join();
    assertThat(accepted).hasSize(1);
  }

  @Test
  void aServiceThatWasStartedAnewIsAskedOnANewConnection() throws IOException {
    final CompletableFuture<Void> first =
        plays(() -> {
          final SocketChannel peer = accept();
          answer(peer, ANSWER);
          peer.close();
          return peer;
        });
    assertThat(calls.call(describe())).isEqualTo(ANSWER);
    first.join();
    final CompletableFuture<Void> second =
        plays(() -> {
          answer(accept(), ANSWER);
          return true;
        });
    assertThat(calls.call(describe())).isEqualTo(ANSWER);
    second.join();
  }
}
