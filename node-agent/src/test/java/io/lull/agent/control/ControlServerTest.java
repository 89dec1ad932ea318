package io.lull.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  private static OwnerRequest pause(long millis) {
    return OwnerRequest.newBuilder().setPause(OwnerPause.newBuilder().setMillis(millis)).build();
  }

  @Test
  void answersOneQuestionAfterTheOther() throws IOException {
    try (ControlServer _ = ControlServer.open(folder, ControlServerTest::echo)) {
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
    try (ControlServer _ = ControlServer.open(folder, ControlServerTest::echo)) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve(OwnerSocket.FILE))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void takesOverFromADeadAgentsSocket() throws IOException {
    Files.createFile(folder.resolve(OwnerSocket.FILE));
    try (ControlServer _ = ControlServer.open(folder, ControlServerTest::echo);
        OwnerSocket socket = OwnerSocket.connect(folder)) {
      assertThat(socket.ask(pause(5)).getStatus().getPausedUntilEpochMillis()).isEqualTo(5);
    }
  }

  @Test
  void worksInAFolderWhosePathIsTooLongForASocket() throws IOException {
    final Path deep =
        Files.createDirectories(folder.resolve("a".repeat(60)).resolve("b".repeat(60)));
    try (ControlServer _ = ControlServer.open(deep, ControlServerTest::echo);
        OwnerSocket socket = OwnerSocket.connect(deep)) {
      assertThat(socket.ask(pause(7)).getStatus().getPausedUntilEpochMillis()).isEqualTo(7);
    }
    assertThat(deep).isEmptyDirectory();
  }

  @Test
  void hangsUpOnAQuestionThatIsTooLongAndOnNonsense() throws IOException {
    try (ControlServer _ = ControlServer.open(folder, ControlServerTest::echo)) {
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
}
