package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.platform.guest.Guest;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.platform.linux.cgroup.GuestGroup;
import io.lull.platform.machine.LoadSample;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that guests are without control groups, and what they are with them. */
class GuestsInControlGroupsTest extends LinuxGuestsTest {
  @Override
  ControlGroups groups() {
    return ControlGroups.probe(SystemClock.INSTANCE);
  }

  @BeforeEach
  void hasGroupsHere() {
    assumeThat(groups.stops()).as("control groups can be had here").isTrue();
  }

  @Override
  boolean stands(Guest started) {
    return groups.of(started.id()).orElseThrow().stopper().stream()
        .anyMatch(folder -> text(folder.resolve("cgroup.events")).contains("frozen 1"));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void isInItsGroupsFromItsFirstInstructionAndLeavesNoneBehind() throws Exception {
    final Guest started = start("cat /proc/self/cgroup; echo end; read line");
    final GuestGroup group = groups.of(started.id()).orElseThrow();
    final List<Path> folders = group.doors().stream().map(Path::getParent).toList();
    assertThat(reports(started).lines().takeWhile(line -> !line.equals("end")))
        .filteredOn(line -> line.contains("/lull-agent-") && line.endsWith("/guest-1"))
        .hasSameSizeAs(folders);
    assertThat(started.kill(SOON)).isTrue();
    assertThat(folders).noneMatch(Files::exists);
    assertThat(folders.stream().map(Path::getParent))
        .noneMatch(folder -> folder == null || Files.exists(folder));
  }

  @Test
  void endsAtOnceWhateverItStarted() throws Exception {
    final Guest started =
        start(
            "for i in 1 2 3 4 5 6 7 8; do setsid sh -c 'while :; do :; done' & done; echo up;"
                + " wait");
    reports(started).readLine();
    final List<Long> members = groups.of(started.id()).orElseThrow().members();
    assertThat(members).hasSizeGreaterThanOrEqualTo(9);
    assertThat(started.suspend()).isTrue();
    assertThat(started.kill(SOON)).isTrue();
    assertThat(members).allMatch(pid -> proc.stat(pid).filter(stat -> !stat.ended()).isEmpty());
  }

  @Test
  void aHeldGuestGetsItsShareAndNoMore() throws Exception {
    final Guest started = start("(while :; do :; done) & echo up; while :; do :; done");
    reports(started).readLine();
    started.hold(0.25);
    final LinuxLoad load = new LinuxLoad(new OwnGuestMeter(groups), SystemClock.INSTANCE);
    final LoadSample before = load.sample(List.of(started.id()));
    until(() -> load.sample(List.of(started.id())).nanos() - before.nanos() > 1_000_000_000L);
    final LoadSample after = load.sample(List.of(started.id()));
    final double cores =
        (after.guestSeconds() - before.guestSeconds()) * 1e9 / (after.nanos() - before.nanos());
    assertThat(cores).isLessThan(0.3);
    started.release();
    // Others may compute here: only with the usual weight it is sure to get on.
    started.hasten();
    until(() -> load.sample(List.of(started.id())).guestSeconds() - after.guestSeconds() > 0.5);
  }
}
