package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadShares;
import io.lull.protocol.time.SystemClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LinuxGuestsTest {
  static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;
  final ControlGroups groups = groups();
  final LinuxGuests guests = new LinuxGuests(groups, SystemClock.INSTANCE);
  final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private @Nullable Guest guest;

  ControlGroups groups() {
    return ControlGroups.none(SystemClock.INSTANCE);
  }

  Guest start(String script) throws IOException {
    guest =
        guests.start(
            new GuestSpec(
                List.of("/bin/sh", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"),
                folder,
                new GuestLimits(2, 1L << 30)));
    return guest;
  }

  @AfterEach
  void leaveNothing() {
    if (guest != null) {
      assertThat(guest.kill(SOON)).isTrue();
    }
  }

  static BufferedReader reports(Guest from) {
    return new BufferedReader(
        new InputStreamReader(from.pipes().reports(), StandardCharsets.UTF_8));
  }

  static void until(BooleanSupplier condition) {
    final long deadline = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  ProcStat stat(long pid) {
    return proc.stat(pid).orElseThrow();
  }

  @Test
  void startsALeaderOfASessionOfItsOwnAtTheLowestPriority() throws IOException {
    final Guest started = start("echo $$; read line");
    assertThat(reports(started).readLine()).isEqualTo(Long.toString(started.id().pid()));
    final ProcStat stat = stat(started.id().pid());
    assertThat(stat.group()).isEqualTo(new ProcStat.Group(started.id().pid(), started.id().pid()));
    assertThat(stat.lowest()).isTrue();
    assertThat(guests.priority()).startsWith("a session of its own");
    assertThat(started.residentBytes()).isPositive();
  }

  @Test
  void keepsStandardInputAndOutputAndTheExitCode() throws Exception {
    final Guest started = start("read line; echo got $line; exit 7");
    started.pipes().orders().write("this\n".getBytes(StandardCharsets.UTF_8));
    started.pipes().orders().flush();
    assertThat(reports(started).readLine()).isEqualTo("got this");
    assertThat(started.pipes().exit().get(60, TimeUnit.SECONDS)).isEqualTo(7);
  }

  @Test
  void inheritsNothingFromTheAgentsEnvironment() throws Exception {
    final Guest started =
        start("env | grep -v -e '^PWD=' -e '^_=' -e '^SHLVL=' -e '^OLDPWD='; echo end");
    final BufferedReader reports = reports(started);
    assertThat(reports.readLine()).isEqualTo("PATH=/usr/bin:/bin");
    assertThat(reports.readLine()).isEqualTo("end");
  }

  @Test
  void suspendsEveryProcessUntilItIsResumed() throws Exception {
    final Guest started =
        start("(while :; do :; done) & (while :; do :; done) & echo started; wait");
    reports(started).readLine();
    assertThat(started.suspend()).isTrue();
    assertThat(new GuestTree(proc, started.id()).all()).hasSizeGreaterThanOrEqualTo(3);
    until(() -> stands(started));
    final long ticks = ticks(started);
    started.resume();
    until(() -> !stands(started) && ticks(started) > ticks);
  }

  boolean stands(Guest started) {
    return new GuestTree(proc, started.id()).all().stream().allMatch(ProcStat::stopped);
  }

  private long ticks(Guest started) {
    return new GuestTree(proc, started.id())
        .all().stream().mapToLong(stat -> stat.ticks().own()).sum();
  }

  @Test
  void killsASuspendedGuestWithAProcessThatLeftItsSession() throws Exception {
    final Guest started = start("setsid sh -c 'echo $$; exec tail -f /dev/null' & wait");
    final long stray = Long.parseLong(reports(started).readLine());
    assertThat(stat(stray).group().session()).isNotEqualTo(started.id().pid());
    assertThat(started.suspend()).isTrue();
    assertThat(started.kill(SOON)).isTrue();
    assertThat(proc.stat(stray).filter(s -> !s.ended())).isEmpty();
    assertThat(started.pipes().exit().get(60, TimeUnit.SECONDS)).isEqualTo(128 + 9);
  }

  @Test
  void reapsAnOrphanButNotAProcessThatOnlyHasItsNumber() throws Exception {
    final Guest started = start("echo started; exec tail -f /dev/null");
    reports(started).readLine();
    final GuestId id = started.id();

    assertThat(guests.reap(new GuestId(id.pid(), id.startTicks() - 1, id.boot()), SOON)).isTrue();
    assertThat(guests.reap(new GuestId(id.pid(), id.startTicks(), "another"), SOON)).isTrue();
    assertThat(stat(id.pid()).ended()).isFalse();

    assertThat(guests.reap(GuestId.parse(id.toString()), SOON)).isTrue();
    assertThat(started.pipes().exit().get(60, TimeUnit.SECONDS)).isEqualTo(128 + 9);
  }

  @Test
  void reapsWhatALeaderThatIsGoneLeftInItsSession() throws Exception {
    // Java closes the pipe when the leader ends, and "tail -f" ends when nobody reads its output.
    final Guest started = start("tail -f /dev/null >/dev/null & echo $!; exit 0");
    final long left = Long.parseLong(reports(started).readLine());
    started.pipes().exit().get(60, TimeUnit.SECONDS);
    assertThat(stat(left).group().session()).isEqualTo(started.id().pid());
    assertThat(guests.reap(started.id(), SOON)).isTrue();
    assertThat(proc.stat(left).filter(s -> !s.ended())).isEmpty();
  }

  @Test
  void sparesAProcessOfNormalPriorityInTheSessionOfALeaderThatIsGone() throws Exception {
    final Process leader =
        new ProcessBuilder(
                "setsid", "/bin/sh", "-c", "tail -f /dev/null >/dev/null & echo $$ $!; exit 0")
            .start();
    final String[] said;
    try (BufferedReader reader = leader.inputReader()) {
      said = reader.readLine().split(" ");
    }
    final ProcessHandle owners = ProcessHandle.of(Long.parseLong(said[1])).orElseThrow();
    try {
      assertThat(leader.waitFor(60, TimeUnit.SECONDS)).isTrue();
      final long session = Long.parseLong(said[0]);
      assertThat(stat(owners.pid()).group().session()).isEqualTo(session);
      assertThat(stat(owners.pid()).lowest()).isFalse();
      final String boot = proc.text("sys/kernel/random/boot_id").orElseThrow().strip();
      assertThat(guests.reap(new GuestId(session, 1, boot), SOON)).isTrue();
      assertThat(stat(owners.pid()).ended()).isFalse();
    } finally {
      owners.destroyForcibly();
    }
  }

  @Test
  void countsTheTimeOfAGuestThatKeepsForkingAsTheGuests() throws Exception {
    final LinuxLoad load = new LinuxLoad(new OwnGuestMeter(groups), SystemClock.INSTANCE);
    final Guest started =
        start(
            "echo started; while :; do sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done';"
                + " done");
    reports(started).readLine();
    final LoadSample before = load.sample(List.of(started.id()));
    until(() -> load.sample(List.of(started.id())).guestSeconds() - before.guestSeconds() > 0.1);
    assertThat(started.kill(SOON)).isTrue();
    final LoadSample after = load.sample(List.of());
    final LoadShares shares = after.since(before);
    assertThat(after.guestSeconds() - before.guestSeconds()).isGreaterThan(0.1);
    assertThat(shares.guest()).isPositive();
  }
}
