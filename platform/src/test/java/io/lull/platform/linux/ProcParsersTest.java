package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.GuestId;
import io.lull.platform.machine.PowerState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcParsersTest {
  @Test
  void readsAProcessWhoseNameHoldsParenthesesAndSpaces() {
    final ProcStat stat =
        ProcStat.parse(
                "4242 (a) R (b) S 17 40 39 0 -1 4194560 1 2 3 4 150 25 10 5 39 19 7 0 98765 1 2"
                    + " 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 5 0 0 0\n")
            .orElseThrow();
    assertThat(stat.pid()).isEqualTo(4242);
    assertThat(stat.state()).isEqualTo('S');
    assertThat(stat.parent()).isEqualTo(17);
    assertThat(stat.group()).isEqualTo(new ProcStat.Group(40, 39));
    assertThat(stat.ticks()).isEqualTo(new ProcStat.Ticks(175, 15));
    assertThat(stat.startTicks()).isEqualTo(98765);
    assertThat(stat.lowest()).isTrue();
  }

  @Test
  void takesATornStatForAProcessThatIsGone() {
    assertThat(ProcStat.parse("4242 (java) S 1 2")).isEmpty();
    assertThat(ProcStat.parse("")).isEmpty();
  }

  @Test
  void seesASignalThatWaits() {
    final String status =
        """
        Name:	java
        SigQ:	0/127
        SigPnd:	0000000000040000
        ShdPnd:	0000000000000100
        SigBlk:	0000000000000001
        """;
    assertThat(PendingSignals.in(status, 19)).isTrue();
    assertThat(PendingSignals.in(status, 9)).isTrue();
    assertThat(PendingSignals.in(status, 1)).isFalse();
  }

  @Test
  void countsNeitherIdleNorDiskNorStolenTimeAsBusy() {
    final CpuTotals total =
        CpuTotals.parse(
            """
            cpu  100 20 30 5000 600 7 8 900 50 0
            cpu0 1 2 3 4 5 6 7 8 9 0
            cpu1 1 2 3 4 5 6 7 8 9 0
            intr 1
            """);
    assertThat(total).isEqualTo(new CpuTotals(165, 2));
  }

  private static ProcStat process(long pid, long parent, long group, long session, long start) {
    return new ProcStat(
        pid,
        'S',
        parent,
        new ProcStat.Group(group, session),
        new ProcStat.Ticks(0, 0),
        true,
        start);
  }

  @Test
  void findsAGuestsProcessesBySessionDescentAndMemory() {
    final List<ProcStat> all =
        List.of(
            process(1, 0, 1, 1, 0),
            process(10, 1, 10, 10, 100), // the leader
            process(11, 10, 11, 10, 101), // of its session
            process(12, 11, 12, 12, 102), // a session of its own, yet a descendant
            process(13, 1, 13, 13, 103), // stray, known from before
            process(14, 1, 14, 14, 104)); // the owner's
    assertThat(GuestTree.members(all, new GuestId(10, 100, "b"), Map.of(13L, 103L, 14L, 7L)))
        .extracting(ProcStat::pid)
        .containsExactlyInAnyOrder(10L, 11L, 12L, 13L);
  }

  @Test
  void leavesAProcessAloneThatOnlyHasTheLeadersNumber() {
    final List<ProcStat> all = List.of(process(10, 1, 10, 10, 500), process(11, 10, 10, 10, 501));
    assertThat(GuestTree.members(all, new GuestId(10, 100, "b"), Map.of())).isEmpty();
  }

  @Test
  void knowsBatteryFromMains(@TempDir Path supplies) throws IOException {
    supply(supplies, "hidpp", "Battery", "scope", "Device", "status", "Discharging");
    assertThat(new LinuxPower(supplies, () -> false).state()).isEqualTo(PowerState.MAINS);
    supply(supplies, "BAT0", "Battery", "status", "Discharging", "capacity", "40");
    supply(supplies, "BAT1", "Battery", "status", "Unknown", "capacity", "80");
    supply(supplies, "AC", "Mains", "online", "0");
    assertThat(new LinuxPower(supplies, () -> false).state().mains()).isFalse();
    assertThat(new LinuxPower(supplies, () -> false).state().charge()).isBetween(0.599, 0.601);
    supply(supplies, "AC", "Mains", "online", "1");
    assertThat(new LinuxPower(supplies, () -> false).state()).isEqualTo(PowerState.MAINS);
    assertThat(new LinuxPower(supplies.resolve("none"), () -> false).state())
        .isEqualTo(PowerState.MAINS);
    assertThat(new LinuxPower(supplies, () -> true).state().saver()).isTrue();
  }

  private static void supply(Path root, String name, String type, String... values)
      throws IOException {
    final Path folder = Files.createDirectories(root.resolve(name));
    Files.writeString(folder.resolve("type"), type + "\n");
    for (int i = 0; i < values.length; i += 2) {
      Files.writeString(folder.resolve(values[i]), values[i + 1] + "\n");
    }
  }
}
