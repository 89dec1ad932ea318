package io.lull.agent.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.session.SessionMessages;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SeenDevices;
import io.lull.protocol.wire.SessionHello;
import io.lull.protocol.wire.SessionWorking;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What one watcher may say, and how long it may be silent. */
final class WatcherTest {
  @Test
  void silenceForThreePacesIsTooLong() {
    final VirtualClock clock = new VirtualClock();
    final Watcher watcher =
        new Watcher(
            WatcherIdentity.ofUser("ada"), new KnownSessions(), Optional.empty(), clock.nanos());
    assertThat(watcher.deadlineNanos(Duration.ofSeconds(2), 0))
        .isEqualTo(Duration.ofSeconds(5).toNanos());
    watcher.on(
        FromSession.newBuilder()
            .setHello(SessionHello.newBuilder().setKind("x11").setVersion(SessionMessages.VERSION))
            .build(),
        clock.advance(Duration.ofSeconds(1)).nanos());
    assertThat(watcher.deadlineNanos(Duration.ofSeconds(2), 0))
        .isEqualTo(Duration.ofSeconds(7).toNanos());
    // A pace that is new binds from now on only.
    assertThat(watcher.deadlineNanos(Duration.ofSeconds(2), Duration.ofSeconds(20).toNanos()))
        .isEqualTo(Duration.ofSeconds(26).toNanos());
  }

  private static Watcher.Outcome hello(String user, Optional<String> deviceUser) {
    return watcher(user, deviceUser).on(greeting(WatchedSession.DEVICES), 0);
  }

  private static Watcher watcher(String user, Optional<String> deviceUser) {
    return new Watcher(WatcherIdentity.ofUser(user), new KnownSessions(), deviceUser, 0);
  }

  private static FromSession greeting(String kind) {
    return FromSession.newBuilder()
        .setHello(SessionHello.newBuilder().setKind(kind).setVersion(SessionMessages.VERSION))
        .build();
  }

  @Test
  void onlyTheUserThatTheAgentWasToldAndRootSpeakForThem() {
    final Watcher.Outcome refused =
        new Watcher.Outcome.Refused("eve does not watch the input devices of this computer");
    assertThat(hello("eve", Optional.of("watcher"))).isEqualTo(refused);
    assertThat(hello("eve", Optional.empty())).isEqualTo(refused);
    assertThat(hello("watcher", Optional.of("watcher"))).isEqualTo(new Watcher.Outcome.Accepted());
    assertThat(hello("root", Optional.of("watcher"))).isEqualTo(new Watcher.Outcome.Accepted());
    assertThat(hello("root", Optional.empty())).isInstanceOf(Watcher.Outcome.Refused.class);
  }

  @Test
  void theWatcherOfASessionCoversNoDevicesWhateverItSays() {
    final Watcher eve = watcher("eve", Optional.of("watcher"));
    assertThat(eve.on(greeting("x11"), 0)).isEqualTo(new Watcher.Outcome.Accepted());
    final Watcher.Outcome told =
        eve.on(
            FromSession.newBuilder()
                .setWorking(
                    SessionWorking.newBuilder()
                        .setSource("seats")
                        .setSeesInput(true)
                        .addDevices(SeenDevices.SEEN_DEVICES_SEATS))
                .build(),
            0);
    assertThat(((Watcher.Outcome.Told) told).signal())
        .isInstanceOfSatisfying(
            InputSignal.Working.class,
            working -> {
              assertThat(working.coverage()).containsExactly(new Coverage.Session(""));
              assertThat(working.source()).isNotEqualTo("seats");
            });
  }
}
