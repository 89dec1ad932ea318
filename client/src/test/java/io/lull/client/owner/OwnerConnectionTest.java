package io.lull.client.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.OwnerStatusRequest;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerConnectionTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir Path folder;
  private final ServerSocketChannel server = open();

  private static ServerSocketChannel open() {
    try {
      return ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void listen() throws IOException {
    try (SocketPath path = SocketPath.of(folder.resolve(OwnerSocket.FILE))) {
      server.bind(path.address());
    }
  }

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  private static byte[] frame(OwnerReply reply) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    Frames.write(out, reply);
    return out.toByteArray();
  }

  private static OwnerReply reply(String node) {
    return OwnerReply.newBuilder().setStatus(OwnerStatus.newBuilder().setNode(node)).build();
  }

  private static OwnerRequest question() {
    return OwnerRequest.newBuilder().setStatus(OwnerStatusRequest.getDefaultInstance()).build();
  }

  @Test
  void takesRepliesHoweverTheyAreCutOrPutTogether() throws IOException {
    final OwnerReply longOne = reply("n".repeat(50_000));
    try (OwnerConnection talk = OwnerConnection.open(folder, SystemClock.INSTANCE);
        SocketChannel agent = server.accept()) {
      final byte[] first = frame(longOne);
      agent.write(ByteBuffer.wrap(first, 0, 1));
      assertThat(talk.next(SHORT)).isEmpty();
      agent.write(ByteBuffer.wrap(first, 1, 20_000));
      assertThat(talk.next(SHORT)).isEmpty();
      agent.write(ByteBuffer.wrap(first, 20_001, first.length - 20_001));
      final ByteArrayOutputStream both = new ByteArrayOutputStream();
      both.write(frame(OwnerReply.getDefaultInstance()));
      both.write(frame(reply("b")));
      agent.write(ByteBuffer.wrap(both.toByteArray()));
      assertThat(talk.next(LONG)).contains(longOne);
      assertThat(talk.next(LONG)).contains(OwnerReply.getDefaultInstance());
      assertThat(talk.next(LONG)).contains(reply("b"));
      assertThat(talk.next(SHORT)).isEmpty();
    }
  }

  @Test
  void hearsThatTheAgentHasHungUp() throws IOException {
    try (OwnerConnection talk = OwnerConnection.open(folder, SystemClock.INSTANCE)) {
      server.accept().close();
      assertThatThrownBy(() -> talk.next(LONG)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void aReplyThatNobodyShouldSendIsNotWaitedFor() throws IOException {
    try (OwnerConnection talk = OwnerConnection.open(folder, SystemClock.INSTANCE);
        SocketChannel agent = server.accept()) {
      agent.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, 7}));
      assertThatThrownBy(() -> talk.next(LONG)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void anAgentThatStandsStillFailsAQuestionInTime() {
    final OwnerClient client = new OwnerClient(folder, SHORT, SystemClock.INSTANCE);
    assertThatThrownBy(() -> client.ask(question()))
        .isInstanceOfSatisfying(
            ClientFailure.class,
            e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.UNREACHABLE))
        .hasMessageContaining("is not responding");
  }

  @Test
  void saysThatNoAgentIsThere() {
    final Path elsewhere = folder.resolve("elsewhere");
    final OwnerClient client = new OwnerClient(elsewhere, SHORT, SystemClock.INSTANCE);
    assertThatThrownBy(() -> client.ask(question()))
        .hasMessageStartingWith("no agent responds in " + elsewhere);
  }
}
