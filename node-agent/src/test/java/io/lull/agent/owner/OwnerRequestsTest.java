package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.control.AgentDetails;
import io.lull.agent.control.ChangeCounter;
import io.lull.agent.control.ControlServer;
import io.lull.agent.control.OwnerAnswers;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.wire.OwnerGet;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.OwnerStatusRequest;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an owner asks of a whole owner watch, on the control socket. */
class OwnerRequestsTest {
  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() throws IOException {
    rig = new Rig(folder);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void doesWhatTheOwnerAsksForOnTheControlSocket() throws Exception {
    rig.until(Rig.state("available"));
    final AgentDetails details =
        new KnownDetails(new AgentDetails.Visitor("J1", "heat", "ada"), 300 << 20);
    try (ControlServer _ =
        ControlServer.open(
            folder,
            new OwnerAnswers(
                rig.watch,
                rig.settings,
                new OwnerAnswers.Kept(rig.ledger, rig.pause),
                details,
                SystemClock.INSTANCE),
            new ChangeCounter(SystemClock.INSTANCE),
            SystemClock.INSTANCE)) {
      final OwnerReply status =
          ask(OwnerRequest.newBuilder().setStatus(OwnerStatusRequest.getDefaultInstance()).build());
      assertThat(status.getStatus().getNode()).isEqualTo("alpha");
      assertThat(status.getStatus().getStatus().getState()).isEqualTo("available");
      assertThat(status.getStatus().getSources(0).getWorking()).isTrue();
      assertThat(status.getStatus().getJobName()).isEqualTo("heat");
      assertThat(status.getStatus().getGuestMemoryBytes()).isEqualTo(300 << 20);
      assertThat(status.getStatus().getGhost()).isFalse();

      rig.watch.tell(new NodeEvent.GuestClaimed("J1-w2", "ada", true));
      rig.watch.tell(new NodeEvent.GuestStarted("J1-w2"));
      rig.watch.tell(new NodeEvent.GuestReady("J1-w2"));
      Eventually.await(
          "the owner sees that a ghost waits", Duration.ofSeconds(60), () -> status().getGhost());
      rig.watch.tell(new NodeEvent.GuestGone("J1-w2"));
      rig.until(Rig.state("available"));

      ask(OwnerRequest.newBuilder().setPause(OwnerPause.getDefaultInstance()).build());
      assertThat(rig.until(Rig.state("owner")).getReason())
          .isEqualTo("you paused Lull until you resume it");
      assertThat(rig.pause.untilEpochMillis()).isEqualTo(Long.MAX_VALUE);
      ask(OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()).build());
      rig.until(Rig.state("available"));
      assertThat(rig.pause.untilEpochMillis()).isZero();

      assertThat(ask(set("cpu-threshold", "7")).getRefused())
          .isEqualTo("cpu-threshold cannot be '7': it must be a share from 0.01 to 1.0");
      assertThat(ask(check("idle-after", "x")).getRefused())
          .isEqualTo("idle-after cannot be 'x': it must be a duration from 250ms to 1d");
      final String before = rig.settings.views("idle-after").getFirst().value();
      assertThat(ask(check("idle-after", "2h")).getRefused()).isEmpty();
      assertThat(rig.settings.views("idle-after").getFirst().value()).isEqualTo(before);
      assertThat(ask(set("idle-after", "1h")).getSettings(0).getValue()).isEqualTo("1h");
      rig.until(Rig.state("owner"));
      final OwnerReply all =
          ask(OwnerRequest.newBuilder().setGet(OwnerGet.getDefaultInstance()).build());
      assertThat(all.getSettingsList()).hasSizeGreaterThan(10);
      assertThat(all.getSettings(0).getRange()).isEqualTo("a duration from 250ms to 1d");
      assertThat(ask(OwnerRequest.getDefaultInstance()).getRefused()).contains("does not know");
    }
  }

  private OwnerStatus status() {
    try {
      return ask(OwnerRequest.newBuilder()
              .setStatus(OwnerStatusRequest.getDefaultInstance())
              .build())
          .getStatus();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OwnerReply ask(OwnerRequest request) throws IOException {
    try (OwnerSocket socket = OwnerSocket.connect(folder)) {
      return socket.ask(request);
    }
  }

  private static OwnerRequest check(String key, String value) {
    final OwnerRequest.Builder request = set(key, value).toBuilder();
    request.getSetBuilder().setCheck(true);
    return request.build();
  }

  private static OwnerRequest set(String key, String value) {
    return OwnerRequest.newBuilder()
        .setSet(OwnerSet.newBuilder().setKey(key).setValue(value))
        .build();
  }
}
