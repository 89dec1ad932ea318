package io.lull.platform.windows.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestSpec;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowsGuestsTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final GuestSpec SPEC =
      new GuestSpec(List.of("java.exe"), Map.of(), Path.of("work"), new GuestLimits(2, 1_000_000));

  private final FakeWindows windows = new FakeWindows();
  private final WindowsGuests guests =
      new WindowsGuests(new WindowsGuest.Calls(windows, windows, 8, SystemClock.INSTANCE));

  @AfterEach
  void end() {
    windows.end.countDown();
  }

  @Test
  void aGuestIsInItsJobAndLoweredBeforeItsFirstInstruction() throws Exception {
    final Guest guest = guests.start(SPEC);
    assertThat(windows.calls)
        .containsExactly("create 1000000", "start", "cap 2500", "lower 100", "begin");
    assertThat(guest.id()).isEqualTo(new GuestId(100, 9_000, "any"));
    assertThat(guest.pipes().exit()).isNotDone();
  }

  @Test
  void isHeldToAShareOfAllProcessorsAndReleasedToItsLimit() throws Exception {
    final Guest guest = guests.start(SPEC);
    windows.members.add(101L);
    windows.calls.clear();
    guest.hold(0.2);
    assertThat(windows.calls).containsExactlyInAnyOrder("cap 250", "lower 100", "lower 101");
    guest.release();
    assertThat(windows.calls).endsWith("cap 2500");
  }

  @Test
  void aShareIsNeverNothingNorMoreThanAll() {
    assertThat(WindowsGuest.share(0.0001, 64)).isEqualTo(1);
    assertThat(WindowsGuest.share(0, 64)).isEqualTo(1);
    assertThat(WindowsGuest.share(100, 8)).isEqualTo(10_000);
    assertThat(WindowsGuest.share(8, 8)).isEqualTo(10_000);
  }

  @Test
  void whereNoCapCanBeHadThePriorityStillHolds() throws Exception {
    windows.refusesCap = true;
    final Guest guest = guests.start(SPEC);
    windows.calls.clear();
    guest.hold(0.2);
    assertThat(windows.calls).containsExactly("lower 100");
  }

  @Test
  void suspendsAllOfItsJobAndResumesIt() throws Exception {
    final Guest guest = guests.start(SPEC);
    windows.members.add(101L);
    assertThat(guest.suspend()).isTrue();
    assertThat(windows.suspended).containsExactly(100L, 101L);
    guest.resume();
    assertThat(windows.suspended).isEmpty();
  }

  @Test
  void isKilledWithAllThatItStarted() throws Exception {
    final Guest guest = guests.start(SPEC);
    windows.members.add(101L);
    assertThat(guest.kill(SOON)).isTrue();
    assertThat(windows.members).isEmpty();
    assertThat(guest.pipes().exit()).isDone();
    assertThat(guest.residentBytes()).isZero();
    assertThat(guest.suspend()).isTrue();
  }

  @Test
  void whatItsFirstProcessLeftBehindIsEnded() throws Exception {
    final Guest guest = guests.start(SPEC);
    windows.members.add(101L);
    windows.end.countDown();
    assertThat(guest.pipes().exit().get(30, TimeUnit.SECONDS)).isEqualTo(7);
    assertThat(windows.calls).contains("terminate").endsWith("close");
    assertThat(windows.members).isEmpty();
  }

  @Test
  void timesOfThoseThatEndedCount() throws Exception {
    final Guest guest = guests.start(SPEC);
    windows.seconds = 12.5;
    assertThat(guests.seconds()).isEqualTo(12.5);
    assertThat(guest.kill(SOON)).isTrue();
    windows.seconds = 0;
    assertThat(guests.seconds()).isEqualTo(12.5);
  }

  @Test
  void oneThatDoesNotStartLeavesNoJob() {
    windows.refusesStart = true;
    assertThatThrownBy(() -> guests.start(SPEC))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("CreateProcessAsUser failed with error 2");
    assertThat(windows.calls).endsWith("close");
  }

  @Test
  void reapsOnlyTheVeryProcess() {
    windows.members.add(100L);
    assertThat(guests.reap(new GuestId(100, 1, "any"), SOON)).isTrue();
    assertThat(windows.members).containsExactly(100L);
    assertThat(guests.reap(new GuestId(100, 9_000, "any"), SOON)).isTrue();
    assertThat(windows.members).isEmpty();
  }
}
