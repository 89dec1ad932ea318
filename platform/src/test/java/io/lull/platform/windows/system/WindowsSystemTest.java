package io.lull.platform.windows.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.MediaUse.InUse;
import io.lull.platform.machine.PowerState;
import io.lull.platform.windows.system.WindowsLoad.Times;
import io.lull.platform.windows.system.WindowsPower.Status;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WindowsSystemTest {
  private static final String STORE =
      "Software\\Microsoft\\Windows\\CurrentVersion\\CapabilityAccessManager\\ConsentStore\\";
  private static final String ANNA = "S-1-5-21-1-2-3-1001";

  private static PowerState power(int line, int battery, int percent, boolean saver) {
    return new WindowsPower(() -> new Status(line, battery, percent, saver)).state();
  }

  @Test
  void tellsMainsBatteryAndItsSaver() {
    assertThat(power(1, 128, 255, false)).isEqualTo(PowerState.MAINS);
    assertThat(power(1, 8, 55, false)).isEqualTo(new PowerState(true, 0.55, false));
    assertThat(power(0, 1, 40, true)).isEqualTo(new PowerState(false, 0.4, true));
  }

  @Test
  void whatItDoesNotKnowCountsAsAnEmptyBattery() {
    assertThat(power(255, 255, 255, false)).isEqualTo(new PowerState(false, 0, false));
    assertThat(power(255, 128, 255, false)).isEqualTo(PowerState.MAINS);
  }

  @Test
  void theSizeOfThePowerStatusIsThatOfTheSystems() {
    assertThat(new WindowsPower.SystemPowerStatus().size()).isEqualTo(12);
  }

  private static WindowsMedia media(String user, String program, Map<String, Long> values) {
    final Map<String, Long> numbers = new TreeMap<>();
    values.forEach((name, value) -> numbers.put(program + "\\" + name, value));
    return new WindowsMedia(
        new Registry() {
          @Override
          public List<String> users() {
            return List.of(".DEFAULT", "S-1-5-18", user, user + "_Classes");
          }

          @Override
          public List<String> keys(String of, String path) {
            return of.equals(user) && program.startsWith(path + "\\")
                ? List.of(program.substring(path.length() + 1).split("\\\\", 2)[0])
                : List.of();
          }

          @Override
          public OptionalLong number(String of, String path, String name) {
            final Long value = of.equals(user) ? numbers.get(path + "\\" + name) : null;
            return value == null ? OptionalLong.empty() : OptionalLong.of(value);
          }
        });
  }

  @Test
  void aMicrophoneIsInUseWhileNoEndIsWritten() {
    final String program = STORE + "microphone\\NonPackaged\\C:#Teams.exe";
    assertThat(
            media(ANNA, program, Map.of("LastUsedTimeStart", 133L, "LastUsedTimeStop", 0L)).inUse())
        .isEqualTo(new InUse(true, false));
    assertThat(
            media(ANNA, program, Map.of("LastUsedTimeStart", 133L, "LastUsedTimeStop", 134L))
                .inUse())
        .isEqualTo(InUse.NONE);
    assertThat(media(ANNA, program, Map.of()).inUse()).isEqualTo(InUse.NONE);
  }

  @Test
  void aCameraOfAPackagedProgramIsInUse() {
    assertThat(
            media(
                    ANNA,
                    STORE + "webcam\\Microsoft.WindowsCamera",
                    Map.of("LastUsedTimeStart", 133L, "LastUsedTimeStop", 0L))
                .inUse())
        .isEqualTo(new InUse(false, true));
  }

  @Test
  void onlyPeopleAreLookedAt() {
    assertThat(
            media(
                    "S-1-5-19",
                    STORE + "webcam\\Some.Service",
                    Map.of("LastUsedTimeStart", 133L, "LastUsedTimeStop", 0L))
                .inUse())
        .isEqualTo(InUse.NONE);
  }

  @Test
  void theOwnersLoadIsWhatIsLeftWithoutIdleTimeAndGuests() {
    final VirtualClock clock = new VirtualClock();
    final Deque<Times> times =
        new ArrayDeque<>(
            List.of(new Times(0, 0, 0), new Times(100_000_000L, 120_000_000L, 80_000_000L)));
    final Deque<Double> guests = new ArrayDeque<>(List.of(0.0, 6.0));
    final WindowsLoad load = new WindowsLoad(4, times::remove, guests::remove, clock);
    final LoadSample first = load.sample(List.of());
    clock.advance(Duration.ofSeconds(5));
    final LoadSample second = load.sample(List.of());
    assertThat(second.busySeconds()).isEqualTo(10);
    assertThat(second.since(first).guest()).isEqualTo(0.3);
    assertThat(second.since(first).owner()).isBetween(0.1, 0.2);
  }
}
