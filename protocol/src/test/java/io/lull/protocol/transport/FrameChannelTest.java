package io.lull.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionLost;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameChannelTest {
  private static final int MOST = 4096;

  @TempDir Path folder = Path.of("");

  private SocketChannel other;
  private FrameChannel<FromSession> channel;

  @BeforeEach
  void connect() throws IOException {
    final UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      other = SocketChannel.open(address);
      channel = new FrameChannel<>(server.accept(), FromSession.parser(), MOST);
    }
  }

  @AfterEach
  void close() throws IOException {
    other.close();
    channel.close();
  }

  private static FromSession lost(String why) {
    return FromSession.newBuilder().setLost(SessionLost.newBuilder().setWhy(why)).build();
  }

  @Test
  void takesWhatHasComeWholeAndKeepsTheRest() throws IOException {
    final ByteBuffer bytes = ByteBuffer.allocate(2 * MOST);
    final var out = new java.io.ByteArrayOutputStream();
    Frames.write(out, lost("first"));
    Frames.write(out, lost("x".repeat(300)));
    bytes.put(out.toByteArray()).flip();

    final List<FromSession> taken = new ArrayList<>();
    while (bytes.hasRemaining()) {
      other.write(ByteBuffer.wrap(new byte[] {bytes.get()}));
      taken.addAll(channel.take());
    }
    assertThat(taken).containsExactly(lost("first"), lost("x".repeat(300)));

    other.close();
    assertThatThrownBy(channel::take).isInstanceOf(EOFException.class);
  }

  @Test
  void takesTheLastWordsOfWhoeverHangsUpWithoutHavingReadAll() throws IOException {
    channel.send(lost("nobody reads this"));
    Frames.write(Channels.newOutputStream(other), lost("farewell"));
    other.close();
    assertThat(channel.take()).containsExactly(lost("farewell"));
    assertThatThrownBy(channel::take).isInstanceOf(IOException.class);
  }

  @Test
  void sendsWhatFramesRead() throws IOException {
    assertThat(channel.send(lost("y".repeat(200)))).isTrue();
    assertThat(Frames.read(Channels.newInputStream(other), FromSession.parser()))
        .isEqualTo(lost("y".repeat(200)));
  }

  @Test
  void refusesWhatIsTooLong() throws IOException {
    assertThatThrownBy(() -> channel.send(lost("z".repeat(MOST))))
        .hasMessageContaining("exceeds the limit of " + MOST);
    Frames.write(Channels.newOutputStream(other), lost("z".repeat(MOST)));
    assertThatThrownBy(channel::take).hasMessageContaining("exceeds the limit of " + MOST);
  }

  @Test
  void neverWaitsForAnOtherEndThatDoesNotListen() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                channel.send(lost("w".repeat(2000)));
              }
            })
        .hasMessage("the other end does not read");
  }
}
