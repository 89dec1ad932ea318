package io.lull.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerFollow;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlServerTest {
  @TempDir Path folder;

  private static OwnerReply echo(OwnerRequest request) {
    return OwnerReply.newBuilder()
        .setStatus(
            OwnerStatus.newBuilder().setPausedUntilEpochMillis(request.getPause().getMillis()))
        .build();
  }

  private static ControlServer open(Path folder) throws IOException {
    return ControlServer.open(
        folder,
        ControlServerTest::echo,
        new ChangeCounter(SystemClock.INSTANCE),
        SystemClock.INSTANCE);
  }

  private static OwnerRequest pause(long millis) {
    return OwnerRequest.newBuilder().setPause(OwnerPause.newBuilder().setMillis(millis)).build();
  }

  @Test
  void answersOneQuestionAfterTheOther() throws IOException {
    try (ControlServer _ = open(folder)) {
      for (int i = 1; i <= 20; i++) {
        try (OwnerSocket socket = OwnerSocket.connect(folder)) {
          assertThat(socket.ask(pause(i)).getStatus().getPausedUntilEpochMillis()).isEqualTo(i);
        }
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void isForItsOwnUserAlone() throws IOException {
    try (ControlServer _ = open(folder)) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve(OwnerSocket.FILE))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aServicesDoorIsForWhoeverItLetsIn() throws Exception {
    final Path socket = folder.resolve("owner.sock");
    final List<String> asked = new ArrayList<>();
    final PublicSocket publicSocket = new PublicSocket(socket, asked::add);
    try (ControlServer _ =
        ControlServer.open(
            publicSocket,
            ControlServerTest::echo,
            new ChangeCounter(SystemClock.INSTANCE),
            SystemClock.INSTANCE)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
          .isEqualTo("rw-rw-rw-");
      try (SocketPath path = SocketPath.of(socket);
          SocketChannel channel = SocketChannel.open(path.address())) {
        Frames.write(Channels.newOutputStream(channel), pause(3));
        assertThat(next(Channels.newInputStream(channel)).getStatus().getPausedUntilEpochMillis())
            .isEqualTo(3);
      }
      // Its own user need not be looked up.
      assertThat(asked).isEmpty();
      assertThatThrownBy(() ->
              ControlServer.open(
                  publicSocket,
                  ControlServerTest::echo,
                  new ChangeCounter(SystemClock.INSTANCE),
                  SystemClock.INSTANCE))
          .hasMessageContaining("another agent listens there");
    }
    assertThat(socket).doesNotExist();
  }

  @Test
  void takesOverFromADeadAgentsSocket() throws IOException {
    Files.createFile(folder.resolve(OwnerSocket.FILE));
    try (ControlServer _ = open(folder);
        OwnerSocket socket = OwnerSocket.connect(folder)) {
      assertThat(socket.ask(pause(5)).getStatus().getPausedUntilEpochMillis()).isEqualTo(5);
    }
  }

  @Test
  void worksInAFolderWhosePathIsTooLongForASocket() throws IOException {
    final Path deep =
        Files.createDirectories(folder.resolve("a".repeat(60)).resolve("b".repeat(60)));
    try (ControlServer _ = open(deep);
        OwnerSocket socket = OwnerSocket.connect(deep)) {
      assertThat(socket.ask(pause(7)).getStatus().getPausedUntilEpochMillis()).isEqualTo(7);
    }
    assertThat(deep).isEmptyDirectory();
  }

  @Test
  void hangsUpOnAQuestionThatIsTooLongAndOnNonsense() throws IOException {
    try (ControlServer _ = open(folder)) {
      try (OwnerSocket socket = OwnerSocket.connect(folder)) {
        assertThatThrownBy(() ->
                socket.ask(
                    OwnerRequest.newBuilder()
                        .setSet(OwnerSet.newBuilder().setKey("k").setValue("v".repeat(20_000)))
                        .build()))
            .isInstanceOf(IOException.class);
      }
      try (SocketPath path = SocketPath.of(folder.resolve(OwnerSocket.FILE));
          SocketChannel channel = SocketChannel.open(path.address())) {
        channel.write(ByteBuffer.wrap(new byte[] {3, -1, -1, -1}));
        assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
      }
      try (OwnerSocket socket = OwnerSocket.connect(folder)) {
        assertThat(socket.ask(pause(9)).getStatus().getPausedUntilEpochMillis()).isEqualTo(9);
      }
    }
  }

  @Test
  void saysThatNoAgentIsThere() {
    assertThatThrownBy(() -> OwnerSocket.connect(folder)).isInstanceOf(IOException.class);
  }

  @Test
  void whoFollowsHearsOfChangesAtOnceAndABeatOtherwise() throws IOException {
    final ChangeCounter changes = new ChangeCounter(SystemClock.INSTANCE);
    final AtomicLong pausedUntil = new AtomicLong(1);
    try (ControlServer _ =
            ControlServer.open(
                folder, _ -> status(pausedUntil.get()), changes, SystemClock.INSTANCE);
        SocketPath path = SocketPath.of(folder.resolve(OwnerSocket.FILE));
        SocketChannel channel = SocketChannel.open(path.address())) {
      final InputStream in = Channels.newInputStream(channel);
      Frames.write(Channels.newOutputStream(channel), follow(200));
      assertThat(next(in)).isEqualTo(status(1));
      assertThat(next(in)).isEqualTo(OwnerReply.getDefaultInstance());
      pausedUntil.set(2);
      changes.tell();
      OwnerReply reply = next(in);
      while (reply.equals(OwnerReply.getDefaultInstance())) {
        reply = next(in);
      }
      assertThat(reply).isEqualTo(status(2));
    }
  }

  @Test
  void aBeatThatIsTooFastIsRefused() throws IOException {
    try (ControlServer _ = open(folder);
        OwnerSocket socket = OwnerSocket.connect(folder)) {
      assertThat(socket.ask(follow(10)).getRefused()).isEqualTo("a beat is from 200 to 60000 ms");
    }
  }

  @Test
  void thoseWhoFollowLeaveOthersATurn() throws IOException {
    final List<SocketChannel> followers = new ArrayList<>();
    try (ControlServer _ = open(folder);
        SocketPath path = SocketPath.of(folder.resolve(OwnerSocket.FILE))) {
      for (int i = 0; i < 4; i++) {
        final SocketChannel follower = SocketChannel.open(path.address());
        followers.add(follower);
        Frames.write(Channels.newOutputStream(follower), follow(60_000));
        assertThat(next(Channels.newInputStream(follower)).hasStatus()).isTrue();
      }
      try (OwnerSocket fifth = OwnerSocket.connect(folder)) {
        assertThat(fifth.ask(follow(60_000)).getRefused())
            .isEqualTo("too many programs follow this agent: close one");
      }
      try (OwnerSocket socket = OwnerSocket.connect(folder)) {
        assertThat(socket.ask(pause(3)).getStatus().getPausedUntilEpochMillis()).isEqualTo(3);
      }
    } finally {
      for (final SocketChannel follower : followers) {
        follower.close();
      }
    }
  }

  private static OwnerReply next(InputStream in) throws IOException {
    return Objects.requireNonNull(Frames.read(in, OwnerReply.parser()));
  }

  private static OwnerReply status(long pausedUntil) {
    return OwnerReply.newBuilder()
        .setStatus(OwnerStatus.newBuilder().setPausedUntilEpochMillis(pausedUntil))
        .build();
  }

  private static OwnerRequest follow(long beatMillis) {
    return OwnerRequest.newBuilder()
        .setFollow(OwnerFollow.newBuilder().setBeatMillis(beatMillis))
        .build();
  }
}
