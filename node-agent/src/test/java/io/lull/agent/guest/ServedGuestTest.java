package io.lull.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestNumber;
import io.lull.protocol.wire.GuestReply;
import io.lull.protocol.wire.GuestStarted;
import io.lull.protocol.wire.StartGuest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A guest whose service is one that a test plays, badly. */
final class ServedGuestTest {
  private static final int SOON_SECONDS = 30;
  private static final GuestReply STARTED =
      GuestReply.newBuilder()
          .setStarted(
              GuestStarted.newBuilder().setGuest(GuestNumber.newBuilder().setPid(7).setBoot("b")))
          .build();

  @Test
  void whatIsNotAnEndIsALossAndNoExitCode() throws Exception {
    final Path folder = Files.createTempDirectory("lull-served");
    final Queue<SocketChannel> accepted = new ConcurrentLinkedQueue<>();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
      final Thread _ = Thread.ofVirtual().start(() -> play(server, accepted));
      final ServiceCalls calls = new ServiceCalls(folder.resolve("s"));
      final ServedGuest guest =
          ServedGuest.of(
              calls, calls.keep(GuestCall.newBuilder().setStart(StartGuest.getDefaultInstance())));
      assertThat(guest.pipes().exit().get(SOON_SECONDS, TimeUnit.SECONDS)).isEqualTo(137);
      assertThat(guest.kill(Duration.ZERO)).as("nothing of it is left to end").isTrue();
    } finally {
      for (final SocketChannel each : accepted) {
        each.close();
      }
      Files.deleteIfExists(folder.resolve("s"));
      Files.delete(folder);
    }
  }

  /** Starts each guest, and then says nonsense on its connection. */
  private static void play(ServerSocketChannel server, Queue<SocketChannel> accepted) {
    try {
      while (true) {
        final SocketChannel peer = server.accept();
        accepted.add(peer);
        final GuestCall call = Frames.read(Channels.newInputStream(peer), GuestCall.parser());
        final OutputStream out = Channels.newOutputStream(peer);
        if (call != null && call.hasStart()) {
          Frames.write(out, STARTED);
          Frames.write(out, GuestReply.newBuilder().setRefused("nonsense").build());
        } else {
          Frames.write(out, GuestReply.getDefaultInstance());
        }
      }
    } catch (AsynchronousCloseException e) {
      // The test is over.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
