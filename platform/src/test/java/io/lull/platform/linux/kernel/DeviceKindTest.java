package io.lull.platform.linux.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceKindTest {
  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "E:ID_INPUT=1 E:ID_INPUT_KEY=1 E:ID_INPUT_KEYBOARD=1, KEYBOARD",
    "E:ID_INPUT=1 E:ID_INPUT_MOUSE=1, POINTER",
    "E:ID_INPUT=1 E:ID_INPUT_TOUCHPAD=1 E:ID_INPUT_WIDTH_MM=98, POINTER",
    "E:ID_INPUT=1 E:ID_INPUT_TOUCHSCREEN=1, POINTER",
    "E:ID_INPUT=1 E:ID_INPUT_TABLET=1, POINTER",
    "E:ID_INPUT=1 E:ID_INPUT_JOYSTICK=1, GAMEPAD",
    "E:ID_INPUT=1 E:ID_INPUT_KEY=1, OTHER",
    "E:ID_INPUT=1 E:ID_INPUT_SWITCH=1, OTHER",
    "E:ID_INPUT=1 E:ID_INPUT_ACCELEROMETER=1, OTHER",
  })
  void asUdevSays(String record, DeviceKind kind) {
    assertThat(DeviceKind.byUdev("I:123\n" + record.replace(' ', '\n') + "\nG:seat\n"))
        .contains(kind);
  }

  @Test
  void udevThatHasNotLookedYetSaysNothing() {
    assertThat(DeviceKind.byUdev("I:123\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // Of real machines: an AT keyboard, a USB mouse, a touchpad, a power button, a lid, a gamepad.
    "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe, 0, 0, 0, KEYBOARD",
    "1f0000 0 0 0 0, 903, 0, 0, POINTER",
    "e520 10000 0 0 0 0, 0, 2e0800000000003, 5, POINTER",
    "10000000000000 0, 0, 0, 0, OTHER",
    "0, 0, 0, 0, OTHER",
    "7cdb000000000000 0 0 0 0, 0, 3003f, 0, GAMEPAD",
    "0, 0, 7, 40, OTHER",
  })
  void elseAsItsAbilitiesShow(
      String keys, String relative, String absolute, String properties, DeviceKind kind)
      throws IOException {
    final Path device = Files.createDirectories(folder.resolve("event4/device"));
    Files.createDirectories(device.resolve("capabilities"));
    Files.writeString(folder.resolve("event4/dev"), "13:68\n");
    Files.writeString(device.resolve("capabilities/key"), keys + "\n");
    Files.writeString(device.resolve("capabilities/rel"), relative + "\n");
    Files.writeString(device.resolve("capabilities/abs"), absolute + "\n");
    Files.writeString(device.resolve("properties"), properties + "\n");
    assertThat(DeviceKind.of("event4", folder, folder.resolve("no-udev"))).isEqualTo(kind);
  }

  @Test
  void aDeviceOfWhichNothingIsToldIsUnknown() {
    assertThat(DeviceKind.of("event4", folder, folder)).isEqualTo(DeviceKind.UNKNOWN);
  }

  @Test
  void aStickThatTremblesIsAtRest() {
    final GamePad.Axis axis =
        new GamePad.Axis(GamePad.middle(-32768, 32767), GamePad.threshold(-32768, 32767, 128));
    assertThat(axis.moved(600)).isFalse();
    assertThat(axis.moved(-900)).isFalse();
    assertThat(axis.moved(12_000)).isTrue();
    assertThat(axis.moved(12_300)).isFalse();
  }

  @Test
  void aCrossOfButtonsMovesByOne() {
    final GamePad.Axis axis = new GamePad.Axis(GamePad.middle(-1, 1), GamePad.threshold(-1, 1, 0));
    assertThat(axis.moved(1)).isTrue();
    assertThat(axis.moved(0)).isTrue();
    assertThat(axis.moved(0)).isFalse();
  }
}
