package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.platform.fallback.OshiMemory;
import io.lull.platform.guest.GuestId;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.platform.machine.MediaUse;
import io.lull.platform.machine.MemoryState;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory, heat, microphones and cameras, disks and links, the power saver: on a tree of files. */
class SurroundingsTest {
  private static final GuestId GUEST = new GuestId(50, 7, "b");

  @TempDir Path root;
  private long nanos = 1;

  private void file(String name, String text) throws IOException {
    final Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  // Memory.

  @Test
  void tellsHowMuchMemoryProgramsCanStillGet() throws IOException {
    final LinuxMemory memory = new LinuxMemory(root);
    assertThat(memory.memory()).isEqualTo(MemoryState.UNKNOWN);
    assertThat(MemoryState.UNKNOWN.below(1)).as("nothing is known").isFalse();
    file("proc/meminfo", "MemTotal:       1000 kB\nMemFree:  10 kB\nMemAvailable:    250 kB");
    assertThat(memory.memory()).isEqualTo(new MemoryState(250 << 10, 1000 << 10));
    assertThat(memory.memory().below(0.2)).isFalse();
    assertThat(memory.memory().below(0.3)).isTrue();
  }

  @Test
  void thisMachineHasAvailableMemory() {
    final MemoryState now = new LinuxMemory().memory();
    assertThat(now.availableBytes()).isPositive().isLessThanOrEqualTo(now.totalBytes());
    final MemoryState byLibrary = new OshiMemory().memory();
    assertThat(byLibrary.totalBytes()).isEqualTo(now.totalBytes());
    assertThat(byLibrary.availableBytes()).isPositive();
  }

  // Heat.

  private LinuxThermal heat() {
    return new LinuxThermal(root.resolve("sys"));
  }

  private void zone(int number, String type, String temp) throws IOException {
    file("sys/class/thermal/thermal_zone" + number + "/type", type);
    file("sys/class/thermal/thermal_zone" + number + "/temp", temp);
  }

  @Test
  void asksTheProcessorsOwnSensorsBeforeTheMainboards() throws IOException {
    assertThat(heat().heat().celsius()).isNaN();
    zone(0, "acpitz", "27800");
    zone(1, "iwlwifi_1", "61000");
    assertThat(heat().heat().celsius()).isEqualTo(27.8);
    file("sys/class/hwmon/hwmon2/name", "k10temp");
    file("sys/class/hwmon/hwmon2/temp1_input", "55500");
    file("sys/class/hwmon/hwmon2/temp3_input", "48000");
    file("sys/class/hwmon/hwmon3/name", "nvme");
    file("sys/class/hwmon/hwmon3/temp1_input", "80000");
    assertThat(heat().heat().celsius()).isEqualTo(55.5);
    zone(2, "x86_pkg_temp", "71000");
    assertThat(heat().heat()).isEqualTo(new ThermalState(71, false));
  }

  @Test
  void looksForSensorsAgainWhenThoseItKnewAreGoneOrSaySomethingImpossible() throws IOException {
    final LinuxThermal heat = heat();
    zone(0, "x86_pkg_temp", "40000");
    assertThat(heat.heat().celsius()).isEqualTo(40);
    file("sys/class/thermal/thermal_zone0/temp", "-274000");
    assertThat(heat.heat().celsius()).isNaN();
    zone(4, "cpu-thermal", "42000");
    assertThat(heat.heat().celsius()).isEqualTo(42);
    file("sys/class/thermal/thermal_zone4/temp", "hot");
    assertThat(heat.heat().celsius()).isNaN();
  }

  @Test
  void saysOnceThatTheProcessorsWereSlowedDown() throws IOException {
    file("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3");
    file("sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_count", "9");
    file("sys/devices/system/cpu/cpufreq/thermal_throttle/core_throttle_count", "77");
    final LinuxThermal heat = heat();
    assertThat(heat.heat().throttled()).isFalse();
    assertThat(heat.heat().throttled()).isFalse();
    file("sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_count", "10");
    assertThat(heat.heat().throttled()).isTrue();
    assertThat(heat.heat().throttled()).isFalse();
  }

  // Microphones and cameras.

  private MediaUse.InUse media() {
    return new LinuxMedia(root).inUse();
  }

  @Test
  void knowsAMicrophoneThatListensFromALoudspeakerThatPlays() throws IOException {
    assertThat(media()).isEqualTo(MediaUse.InUse.NONE);
    file("proc/asound/card0/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 12");
    file("proc/asound/card0/pcm0c/sub0/status", "closed");
    assertThat(media().microphone()).isFalse();
    file("proc/asound/card1/pcm0c/sub0/status", "state: RUNNING\nowner_pid   : 12");
    assertThat(media().microphone()).isTrue();
  }

  @Test
  void findsWhoHasACameraOpenWhenItsDriverCountsSomebody() throws IOException {
    file("dev/video0", "");
    file("sys/class/video4linux/video0/device/driver/module/refcnt", "0");
    Files.createDirectories(root.resolve("proc/77/fd"));
    Files.createSymbolicLink(root.resolve("proc/77/fd/5"), Path.of("/dev/video0"));
    assertThat(media().camera()).isFalse();
    file("sys/class/video4linux/video0/device/driver/module/refcnt", "1");
    assertThat(media().camera()).isTrue();
    Files.delete(root.resolve("proc/77/fd/5"));
    Files.createSymbolicLink(root.resolve("proc/77/fd/5"), Path.of("/dev/null"));
    assertThat(media().camera()).isFalse();
  }

  // Disks and links.

  private LinuxTraffic traffic() {
    return new LinuxTraffic(
        root,
        new OwnGuestMeter(
            new ProcFiles(root.resolve("proc")), ControlGroups.none(SystemClock.INSTANCE)),
        new Clock() {
          @Override
          public long epochMillis() {
            return 0;
          }

          @Override
          public long nanos() {
            return nanos;
          }
        });
  }

  private void disk(long busyMillis, long sectorsRead, long sectorsWritten) throws IOException {
    Files.createDirectories(root.resolve("sys/block/sda/device"));
    file(
        "proc/diskstats",
        "   8       0 sda 1 0 "
            + sectorsRead
            + " 0 1 0 "
            + sectorsWritten
            + " 0 0 "
            + busyMillis
            + " 0\n   8       1 sda1 1 0 9999 0 1 0 9999 0 0 99999999 0\n"
            + " 253       0 dm-0 1 0 9999 0 1 0 9999 0 0 99999999 0");
  }

  private void link(long received, long sent) throws IOException {
    Files.createDirectories(root.resolve("sys/class/net/eth0/device"));
    file("sys/class/net/eth0/speed", "1000");
    file(
        "proc/net/dev",
        "Inter-|   Receive\n face |bytes\n    lo: 999999999999 0 0 0 0 0 0 0 999999999999 0\n"
            + "  eth0: "
            + received
            + " 0 0 0 0 0 0 0 "
            + sent
            + " 0 0 0 0 0 0 0");
  }

  private void io(String process, long read, long written, long disk) throws IOException {
    file(
        "proc/" + process + "/io",
        "rchar: " + read + "\nwchar: " + written + "\nread_bytes: " + disk + "\nwrite_bytes: 0");
  }

  private void guest() throws IOException {
    file(
        "proc/50/stat",
        "50 (java) S 1 50 50 0 -1 0 1 2 3 4 0 0 0 0 39 19 7 0 7 1 2 1 1 1 0 0 0 0 0 0 0 0 0 0 17"
            + " 1 0 5 0 0 0");
  }

  @Test
  void tellsHowBusyTheDiskIsWhoeverHasPartsOfIt() throws IOException {
    final LinuxTraffic traffic = traffic();
    disk(1_000, 0, 0);
    assertThat(traffic.traffic(List.of())).isEqualTo(Traffic.NONE);
    nanos += 2_000_000_000L;
    disk(2_500, 4_000, 0);
    assertThat(traffic.traffic(List.of()).ownerDisk()).isCloseTo(0.75, within(1e-9));
    nanos += 2_000_000_000L;
    assertThat(traffic.traffic(List.of()).ownerDisk()).isZero();
  }

  @Test
  void takesOffWhatTheGuestMovesEvenWhenTheKernelWritesItLater() throws IOException {
    final LinuxTraffic traffic = traffic();
    guest();
    io("50", 0, 0, 0);
    disk(0, 0, 0);
    assertThat(traffic.traffic(List.of(GUEST))).isEqualTo(Traffic.NONE);
    nanos += 2_000_000_000L;
    io("50", 0, 0, 8_000 * 512);
    assertThat(traffic.traffic(List.of(GUEST)).ownerDisk()).isZero();
    nanos += 2_000_000_000L;
    disk(2_000, 0, 6_000);
    assertThat(traffic.traffic(List.of(GUEST)).ownerDisk()).isCloseTo(0, within(1e-9));
    nanos += 2_000_000_000L;
    disk(4_000, 6_000, 6_000);
    assertThat(traffic.traffic(List.of(GUEST)).ownerDisk()).isBetween(0.7, 0.8);
  }

  @Test
  void tellsHowFullALinkIsLessWhatTheGuestMoves() throws IOException {
    final LinuxTraffic traffic = traffic();
    guest();
    io("50", 0, 0, 0);
    link(0, 0);
    assertThat(traffic.traffic(List.of(GUEST))).isEqualTo(Traffic.NONE);
    nanos += 1_000_000_000L;
    link(100_000_000, 10);
    assertThat(traffic.traffic(List.of(GUEST)).ownerNetwork()).isCloseTo(0.8, within(1e-9));
    nanos += 1_000_000_000L;
    link(200_000_000, 125_000_010);
    io("50", 50_000_000, 125_000_000, 0);
    assertThat(traffic.traffic(List.of(GUEST)).ownerNetwork()).isCloseTo(0.4, within(1e-9));
  }

  @Test
  void saysNothingOfALinkWhoseSpeedNobodyKnows() throws IOException {
    final LinuxTraffic traffic = traffic();
    link(0, 0);
    traffic.traffic(List.of());
    nanos += 1_000_000_000L;
    link(100_000_000, 0);
    file("sys/class/net/eth0/speed", "-1");
    assertThat(traffic.traffic(List.of()).ownerNetwork()).isZero();
  }

  // Power.

  @Test
  void hearsTheFirmwaresWishToSavePowerWhereThereIsNoBus() throws IOException {
    final PowerSaver saver =
        new PowerSaver(
            root.resolve("sys"),
            Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + root.resolve("none")),
            SystemClock.INSTANCE);
    assertThat(saver.getAsBoolean()).isFalse();
    file("sys/firmware/acpi/platform_profile", "low-power");
    assertThat(saver.getAsBoolean()).isTrue();
    file("sys/firmware/acpi/platform_profile", "balanced");
    assertThat(saver.getAsBoolean()).isFalse();
  }
}
