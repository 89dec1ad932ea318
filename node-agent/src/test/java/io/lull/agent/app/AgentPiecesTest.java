package io.lull.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.fake.FakeCoordinator;
import io.lull.agent.fake.FakeWorker;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole agents that keep each other's pieces. */
final class AgentPiecesTest {
  @TempDir private Path temporary;
  private Rig rig;
  private FakeCoordinator coordinator;

  @BeforeEach
  void open() throws Exception {
    rig = new Rig(temporary);
    coordinator = rig.coordinator();
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void aPieceIsDurableAtTheBuddyAndComesBackFromThere() throws Exception {
    try (FakeCoordinator other = FakeCoordinator.of(rig.authority());
        Desk writer = rig.desk("");
        Desk buddy =
            new Desk(
                temporary.resolve("desk-2"),
                rig.authority().identity("desk-2", "node"),
                other.address(),
                "")) {
      final Hello buddysHello = other.hear(AgentReport::hasHello).getHello();
      final NodeAddress address =
          NodeAddress.newBuilder()
              .setNode("desk-2")
              .setHost(buddysHello.getFacts().getHost())
              .setPort(buddysHello.getFacts().getPiecePort())
              .build();
      assertThat(buddy.ready()).isEqualTo("agent desk-2 ready");
      assertThat(writer.ready()).isEqualTo("agent desk-1 ready");
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);

      // Without a ticket the buddy takes nothing.
      rig.keep("J1-w1", 1, address);
      rig.tell("J1-w1", WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setGeneration(1)));
      assertThat(rig.durable().getError()).contains("not the ticket of J1");

      other.order(
          AgentOrder.newBuilder()
              .setAcceptPieces(AcceptPieces.newBuilder().setJob("J1").setPieceTicket(Rig.TICKET)));
      Rig.await(temporary.resolve("desk-2/pieces/J1/ticket"));
      rig.keep("J1-w1", 2, address);
      rig.tell("J1-w1", WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setGeneration(2)));
      final PieceDurable durable = rig.durable();
      assertThat(durable.getError()).isEmpty();
      assertThat(durable.getBuddy()).isEqualTo("desk-2");
      assertThat(temporary.resolve("desk-2/pieces/J1/g2-r0.piece"))
          .hasBinaryContent(FakeWorker.piece(2));

      coordinator.order(
          AgentOrder.newBuilder()
              .setDropPieces(DropPieces.newBuilder().setJob("J1").setKeepFromGeneration(3)));
      coordinator.order(
          AgentOrder.newBuilder()
              .setStagePieces(
                  StagePieces.newBuilder()
                      .setJob("J1")
                      .setWorker("J1-w1")
                      .setGeneration(2)
                      .setPieceTicket(Rig.TICKET)
                      .addPieces(PieceLocation.newBuilder().setRank(0).addHolders(address))
                      .addPieces(PieceLocation.newBuilder().setRank(1).addHolders(address))));
      final PiecesStaged staged = coordinator.hear(AgentReport::hasPiecesStaged).getPiecesStaged();
      assertThat(staged.getMissingList()).containsExactly(1);
      assertThat(staged.getWhy()).contains("desk-2: generation 2 of J1, rank 1 is not here");
      rig.tell("J1-w1", WorkerOrder.newBuilder().setReconfigure(Reconfigure.getDefaultInstance()));
      assertThat(rig.said("J1-w1", WorkerReport::hasFailed).getFailed().getError())
          .isEqualTo("g2-r0.piece");
    }
  }
}
