package io.lull.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.fake.FakeCoordinator;
import io.lull.agent.fake.TestAuthority;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Refused;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole agent whose coordinator hangs up, is replaced, or will have none of it. */
final class AgentSessionTest {
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
  void whatWasNotAcknowledgedIsSaidAgainAndWorkersGoOn() throws Exception {
    try (Desk _ = rig.desk("")) {
      rig.available();
      rig.start("J1-w1", order -> order);
      final AgentReport first =
          coordinator.hear(report -> report.getFromWorker().getReport().hasReady());
      coordinator.accepts(
          Accepted.newBuilder()
              .addWantedWorkers("J1-w1")
              .setHeartbeatMillis(200)
              .setLeaseMillis(60_000)
              .build());
      coordinator.hangUp();
      final Hello again = coordinator.hear(AgentReport::hasHello).getHello();
      assertThat(again.getWorkersList()).extracting(w -> w.getWorker()).containsExactly("J1-w1");
      assertThat(again.getWorkers(0).getPort())
          .isEqualTo(first.getFromWorker().getReport().getReady().getPort());
      assertThat(coordinator.hear(report -> report.getSequence() == first.getSequence()))
          .isEqualTo(first);

      coordinator.order(
          AgentOrder.newBuilder()
              .setAcknowledged(first.getSequence())
              .setRefresh(io.lull.protocol.wire.Refresh.getDefaultInstance()));
      rig.tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(6)));
      final AgentReport second =
          coordinator.hear(report -> report.getFromWorker().getReport().hasAtSafePoint());
      coordinator.hangUp();
      coordinator.hear(AgentReport::hasHello);
      assertThat(coordinator.hear(report -> report.getSequence() > 0)).isEqualTo(second);

      coordinator.accepts(Accepted.newBuilder().setHeartbeatMillis(200).build());
      coordinator.hangUp();
      assertThat(rig.ended("J1-w1").getReason()).isEqualTo("no job needs it any more");
    }
  }

  @Test
  void anOrderOfAnOldCoordinatorIsIgnored() throws Exception {
    coordinator.fence(7);
    try (Desk _ = rig.desk("")) {
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);
      coordinator.say(
          AgentOrder.newBuilder()
              .setFence(6)
              .setEndWorker(EndWorker.newBuilder().setWorker("J1-w1"))
              .build());
      rig.tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(1)));
      rig.said("J1-w1", WorkerReport::hasAtSafePoint);
    }
    try (Desk _ = rig.desk("")) {
      assertThat(coordinator.hear(AgentReport::hasHello).getHello().getFenceSeen()).isEqualTo(7);
    }
  }

  @Test
  void aWorkerIsVacatedWhenTheLeaseEnds() throws Exception {
    coordinator.accepts(Accepted.newBuilder().setHeartbeatMillis(200).setLeaseMillis(1500).build());
    try (Desk _ = rig.desk("grace = 0s")) {
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);
      coordinator.answers(false);
      coordinator.hangUp();
      // The greeting is not answered, so nothing but what later greetings hold is heard.
      coordinator.hear(report -> report.hasHello() && report.getHello().getWorkersList().isEmpty());
    }
  }

  @Test
  void aFinalRefusalEndsTheAgent() throws Exception {
    coordinator.answers(false);
    try (Desk desk = rig.desk("")) {
      coordinator.hear(AgentReport::hasHello);
      coordinator.order(
          AgentOrder.newBuilder()
              .setRefused(Refused.newBuilder().setWhy("another desk-1 is here").setFinal(true)));
      assertThat(desk.ended())
          .hasValueSatisfying(
              refusal -> assertThat(refusal.line()).isEqualTo("another desk-1 is here"));
    }
  }

  @Test
  void aNodeOfAnotherGridIsRefused() throws Exception {
    final Identity stranger = new TestAuthority("other").identity("desk-1", "node");
    try (Desk desk = rig.desk(stranger, "")) {
      assertThat(desk.ended())
          .hasValueSatisfying(
              refusal -> assertThat(refusal.line()).contains("do not trust each other"));
    }
  }
}
