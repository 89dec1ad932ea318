package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeStatus;
import io.lull.testkit.time.VirtualClock;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a user may ask for a worker's move. */
class MigrationMethodTest {
  private static final Caller ADA = new Caller("ada", Role.USER, ByteString.EMPTY, "");

  private final VirtualClock clock = new VirtualClock();
  private final ControlRound rounds =
      Controls.rounds(
          new InMemoryRecordMaps(), new KeptHistory(), clock, new GridControl.Terms(1, false));
  private final GridControl control = rounds.grid();
  private final GridCommands commands =
      new GridCommands(
          new ControlAccess() {
            @Override
            public <T> T ask(Function<GridControl, T> request) {
              return request.apply(control);
            }
          });
  private RecordedSession target;

  @BeforeEach
  void aJobOnOneOfTwoNodes() {
    control.connected(new RecordedSession("elm", "key-1", clock), Controls.hello("run-1"));
    target = new RecordedSession("oak", "key-2", clock);
    control.connected(target, Controls.hello("run-2"));
    control.jobs().add(Controls.job(1, clock));
    rounds.run(List.of());
  }

  @Test
  void anOwnersNoToGhostsIsTold() {
    allowGhosts(false);
    assertThatThrownBy(() -> commands.migrate(ADA, "J1", "elm", "oak", "ghost"))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "oak lets no worker wait without data now: its owner's setting ghosts is off, it runs"
                + " on battery, or its memory is nearly full; use another method");
  }

  @Test
  void whereTheOwnerAllowsGhostsOneIsTaken() {
    allowGhosts(true);
    assertThat(commands.migrate(ADA, "J1", "elm", "oak", "ghost").id()).isEqualTo("J1");
  }

  @Test
  void otherMethodsNeedNoGhost() {
    allowGhosts(false);
    assertThat(commands.migrate(ADA, "J1", "elm", "oak", "nonblocking").id()).isEqualTo("J1");
    assertThat(commands.migrate(ADA, "J1", "elm", "oak", "streaming").id()).isEqualTo("J1");
  }

  @Test
  void anUnknownMethodIsRefusedWithThoseThatThereAre() {
    allowGhosts(true);
    assertThatThrownBy(() -> commands.migrate(ADA, "J1", "elm", "oak", "teleport"))
        .hasMessage("'teleport' is not a method: use migrate, nonblocking, streaming or ghost");
  }

  private void allowGhosts(boolean allowed) {
    control.reported(
        target,
        AgentReport.newBuilder()
            .setSequence(1)
            .setStatus(
                NodeStatus.newBuilder().setState("available").setWilling(true).setGhosts(allowed))
            .build());
    rounds.run(List.of());
  }
}
