package io.lull.agent.piece;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.agent.fake.TestAuthority;
import io.lull.agent.network.EventLoop;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.RevokedKeys;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom an agent's port serves, and whose port an agent uses. */
final class PieceServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path temporary;
  private EventLoop loop;
  private PieceDesk first;
  private PieceDesk second;
  private long generation;

  @BeforeEach
  void open() throws IOException {
    final TestAuthority authority = new TestAuthority("lull");
    loop = EventLoop.start("network");
    first = new PieceDesk("n1", temporary, authority, loop);
    second = new PieceDesk("n2", temporary, authority, loop);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
    loop.close();
  }

  private PieceDurable keepAt(NodeAddress buddy) throws Exception {
    generation++;
    final PieceId piece = new PieceId(PieceDesk.JOB, generation, 1);
    first.keeper.keep(
        KeepPiece.newBuilder()
            .setJob(PieceDesk.JOB)
            .setWorker(first.workerId())
            .setGeneration(generation)
            .setBuddy(buddy)
            .build());
    first.keeper.written(first.workerId(), first.writes(piece, new byte[] {1, 2, 3}));
    return first.durable();
  }

  private static void revoke(PieceDesk by, PieceDesk whom) throws IOException {
    by.revoked.replace(RevokedKeys.newBuilder().addKeySha256(whom.keySha256).build());
  }

  @Test
  void aNodeThatListensWhereAnotherDidGetsNoPiece() throws Exception {
    final PieceDurable report = keepAt(second.address().toBuilder().setNode("n3").build());
    assertThat(report.getHoldersList()).containsExactly("n1");
    assertThat(report.getError()).contains("it is n2, not n3");
    assertThat(second.store.held()).isEmpty();
  }

  @Test
  void aRevokedNodeGetsNoPiece() throws Exception {
    revoke(first, second);
    final PieceDurable report = keepAt(second.address());
    assertThat(report.getHoldersList()).containsExactly("n1");
    assertThat(report.getError()).contains("n2 was revoked");
  }

  @Test
  void aRevokedNodeIsNotServedOverAnOpenConnectionEither() throws Exception {
    assertThat(keepAt(second.address()).getHoldersList()).containsExactly("n1", "n2");
    revoke(second, first);
    final PieceDurable report = keepAt(second.address());
    assertThat(report.getHoldersList()).containsExactly("n1");
    assertThat(report.getError()).isNotEmpty();
  }

  @Test
  void aRestartedAgentKnowsWhoIsRevoked() throws Exception {
    final Path folder = Files.createDirectory(temporary.resolve("agent"));
    final ByteString key = ByteString.copyFromUtf8("the hash of a key");
    RevokedPeers.open(folder).replace(RevokedKeys.newBuilder().addKeySha256(key).build());
    assertThat(RevokedPeers.open(folder).contains(key)).isTrue();
    RevokedPeers.open(folder).replace(RevokedKeys.getDefaultInstance());
    assertThat(RevokedPeers.open(folder).contains(key)).isFalse();
  }

  @Test
  void strangersMakeRoomForEachOtherAndHinderNoNode() throws Exception {
    final List<Socket> strangers = new ArrayList<>();
    try {
      int most = 0;
      for (int i = 0; i < 2 * NodeConnections.LIMITS.strangersOfHost(); i++) {
        strangers.add(stranger());
        most = Math.max(most, second.server.strangers());
      }
      boolean waits;
      do {
        waits = isOpen(strangers.getFirst());
        most = Math.max(most, second.server.strangers());
      } while (waits);
      assertThat(most).isPositive().isLessThanOrEqualTo(NodeConnections.LIMITS.strangersOfHost());
      assertThat(keepAt(second.address()).getHoldersList()).containsExactly("n1", "n2");
    } finally {
      for (final Socket stranger : strangers) {
        stranger.close();
      }
    }
    Eventually.await("all strangers are gone", PATIENCE, () -> second.server.strangers() == 0);
  }

  /** Whether the port has not cut it off yet. */
  private static boolean isOpen(Socket stranger) throws IOException {
    stranger.setSoTimeout(1);
    try {
      return stranger.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  private Socket stranger() throws IOException {
    final Socket socket = new Socket();
    socket.bind(new InetSocketAddress("127.0.0.2", 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), second.server.port()));
    return socket;
  }
}
