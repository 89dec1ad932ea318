package io.lull.platform.macos.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.macos.guest.MacCalls.Row;
import io.lull.platform.macos.guest.MacCalls.State;
import io.lull.protocol.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MacGuestsTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final GuestSpec SPEC =
      new GuestSpec(
          List.of("/jdk/bin/java", "-version"),
          Map.of(),
          Path.of("/grid/a \"b\""),
          new GuestLimits(2, 1_000_000));

  private static final Sandbox NONE = new Sandbox.None("a test");

  private final FakeMac mac = new FakeMac();
  private final MacGuests guests = new MacGuests(mac, _ -> true, NONE, SystemClock.INSTANCE);

  @AfterEach
  void end() {
    mac.end.countDown();
  }

  @Test
  void isMadeNiceAndThrottledBeforeItsFirstInstruction() {
    final List<String> command = guests.command(SPEC);
    assertThat(command).startsWith("/usr/bin/nice", "-n", "20", "/usr/sbin/taskpolicy");
    assertThat(command).endsWith("/jdk/bin/java", "-version");
  }

  @Test
  void doesWithoutWhatTheSystemDoesNotHave() {
    final MacGuests bare = new MacGuests(mac, _ -> false, NONE, SystemClock.INSTANCE);
    assertThat(bare.command(SPEC)).isEqualTo(SPEC.command());
  }

  @Test
  void theProfileLetsItWriteToItsOwnFoldersAloneWhateverTheirNames() throws Exception {
    final Sandbox sandbox = MacSandbox.probe(command -> command.contains("/usr/bin/true"));
    assertThat(sandbox.confines()).isTrue();
    final GuestSpec confined =
        sandbox.confine(
            SPEC,
            new GuestNeeds(
                List.of(Path.of("/Users/anna/jdk")),
                List.of(SPEC.directory().resolve("outputs")),
                SPEC.directory().resolve("tmp"),
                GuestNetwork.NONE),
            SPEC.directory());
    assertThat(confined.command()).startsWith("/usr/bin/sandbox-exec", "-p");
    assertThat(confined.command()).endsWith("/jdk/bin/java", "-version");
    assertThat(confined.command().get(2))
        .startsWith("(version 1)\n(allow default)\n(deny file-write*)\n")
        .contains(
            "(literal \"/dev/zero\") (subpath \"/grid/a \\\"b\\\"/outputs\")"
                + " (subpath \"/grid/a \\\"b\\\"/tmp\"))")
        .contains("(subpath \"/Users/anna/jdk\") (subpath \"/grid/a \\\"b\\\"\")")
        .contains("(subpath \"/Users/anna/jdk\")")
        .contains("(deny network*)")
        .satisfies(text ->
            assertThat(text.chars().filter(c -> c == '(').count())
                .isEqualTo(text.chars().filter(c -> c == ')').count()));
  }

  @Test
  void aSandboxThatDoesNotWorkOrDoesNotConfineIsNone() {
    assertThat(MacSandbox.probe(_ -> false).confines()).isFalse();
    assertThat(MacSandbox.probe(_ -> true).confines()).isFalse();
  }

  @Test
  void membersAreOfItsSessionOrStartedByThose() {
    final List<Row> rows =
        List.of(
            new Row(9, 8, 9, 0, State.RUNNING),
            new Row(8, 5, 5, 0, State.RUNNING),
            new Row(7, 1, 5, 0, State.RUNNING),
            new Row(6, 5, 5, 0, State.ENDED),
            new Row(5, 1, 5, 0, State.RUNNING),
            new Row(4, 1, 4, 0, State.RUNNING));
    assertThat(new SessionMembers(5).of(rows)).containsExactlyInAnyOrder(5L, 7L, 8L, 9L);
  }

  @Test
  void isHeldInTheBackground() throws Exception {
    final Guest guest = guests.start(SPEC);
    mac.add(501, FakeMac.LEADER, FakeMac.LEADER);
    guest.hold(0.2);
    assertThat(mac.calls).containsExactlyInAnyOrder("background 500", "background 501");
    guest.release();
    assertThat(mac.calls).contains("foreground 500", "foreground 501");
  }

  @Test
  void stopsAndGoesOnWithAllThatItStarted() throws Exception {
    final Guest guest = guests.start(SPEC);
    mac.add(501, FakeMac.LEADER, 501);
    assertThat(guest.suspend()).isTrue();
    assertThat(mac.rows.values()).allMatch(row -> row.state() == State.STOPPED);
    guest.resume();
    assertThat(mac.rows.values()).allMatch(row -> row.state() == State.RUNNING);
  }

  @Test
  void isKilledWithAllThatItStarted() throws Exception {
    final Guest guest = guests.start(SPEC);
    mac.add(501, 1, FakeMac.LEADER);
    mac.add(600, 1, 600);
    mac.seconds = 4;
    assertThat(guests.seconds()).isEqualTo(8);
    assertThat(guest.kill(SOON)).isTrue();
    assertThat(mac.rows).containsOnlyKeys(600L);
    assertThat(guest.pipes().exit().get(30, TimeUnit.SECONDS)).isEqualTo(3);
    assertThat(guests.seconds()).isEqualTo(8);
  }

  @Test
  void oneThatTakesTooMuchMemoryIsEnded() throws Exception {
    mac.bytes = 2_000_000;
    final Guest guest = guests.start(SPEC);
    assertThat(guest.pipes().exit().get(30, TimeUnit.SECONDS)).isEqualTo(3);
    assertThat(guest.tookTooMuchMemory()).isTrue();
  }

  @Test
  void reapsOnlyTheVeryProcessAndItsOwn() {
    mac.add(500, 1, 500);
    mac.add(501, 1, 500);
    assertThat(guests.reap(new GuestId(500, 1, "any"), SOON)).isTrue();
    assertThat(mac.rows).hasSize(2);
    assertThat(guests.reap(new GuestId(500, 77, "any"), SOON)).isTrue();
    assertThat(mac.rows).isEmpty();
  }
}
