package io.lull.platform.linux.kernel;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kind of a kernel input device, as far as its user matters. */
enum DeviceKind {
  KEYBOARD,
  POINTER,
  /** Compositors do not read it, so only the device itself shows its use. */
  GAMEPAD,
  /** A power button, a lid, a loudspeaker, a sensor: changes without its owner. */
  OTHER,
  /** Unknown, so its use counts. */
  UNKNOWN;

  private static final int ALL_LETTERS_AND_DIGITS = 0xFFFFFFFE;
  private static final int FIRST_AXES = 0b11;
  private static final int BUTTON_MOUSE = 0x110;
  private static final int BUTTON_JOYSTICK = 0x120;
  private static final int BUTTON_GAMEPAD = 0x130;
  private static final int BUTTON_PEN = 0x140;
  private static final int BUTTON_FINGER = 0x145;
  private static final int BUTTON_TOUCH = 0x14a;
  private static final int BUTTON_DPAD = 0x220;
  private static final int PROPERTY_ACCELEROMETER = 6;

  /**
   * @param device such as {@code event3}
   * @param sysfs {@code /sys/class/input}
   * @param udev {@code /run/udev/data}
   */
  static DeviceKind of(String device, Path sysfs, Path udev) {
    final Path described = sysfs.resolve(device);
    return text(described.resolve("dev"))
        .flatMap(number -> text(udev.resolve("c" + number)))
        .flatMap(DeviceKind::byUdev)
        .or(() -> byCapabilities(described.resolve("device")))
        .orElse(UNKNOWN);
  }

  /** Empty: udev has not examined it yet. */
  static Optional<DeviceKind> byUdev(String record) {
    final Set<String> properties =
        record
            .lines()
            .filter(line -> line.startsWith("E:ID_INPUT") && line.endsWith("=1"))
            .map(line -> line.substring("E:ID_INPUT".length(), line.length() - "=1".length()))
            .collect(Collectors.toSet());
    if (properties.isEmpty()) {
      return Optional.empty();
    }
    if (properties.contains("_KEYBOARD")) {
      return Optional.of(KEYBOARD);
    }
    if (properties.contains("_JOYSTICK")) {
      return Optional.of(GAMEPAD);
    }
    return Optional.of(
        properties.stream()
                .anyMatch(
                    Set.of(
                            "_MOUSE",
                            "_TOUCHPAD",
                            "_TOUCHSCREEN",
                            "_TABLET",
                            "_TABLET_PAD",
                            "_POINTINGSTICK",
                            "_TRACKBALL")
                        ::contains)
            ? POINTER
            : OTHER);
  }

  private static Optional<DeviceKind> byCapabilities(Path device) {
    return text(device.resolve("capabilities/key"))
        .map(keys ->
            byCapabilities(
                bits(keys),
                text(device.resolve("capabilities/rel"))
                    .map(DeviceKind::bits)
                    .orElse(BigInteger.ZERO),
                text(device.resolve("capabilities/abs"))
                    .map(DeviceKind::bits)
                    .orElse(BigInteger.ZERO),
                text(device.resolve("properties")).map(DeviceKind::bits).orElse(BigInteger.ZERO)));
  }

  /** By the same rules as udev's. */
  private static DeviceKind byCapabilities(
      BigInteger keys, BigInteger relative, BigInteger absolute, BigInteger properties) {
    if (properties.testBit(PROPERTY_ACCELEROMETER)) {
      return OTHER;
    }
    if ((keys.intValue() & ALL_LETTERS_AND_DIGITS) == ALL_LETTERS_AND_DIGITS) {
      return KEYBOARD;
    }
    final boolean plane = (absolute.intValue() & FIRST_AXES) == FIRST_AXES;
    if (plane
        && (keys.testBit(BUTTON_PEN)
            || keys.testBit(BUTTON_FINGER)
            || keys.testBit(BUTTON_TOUCH)
            || keys.testBit(BUTTON_MOUSE))) {
      return POINTER;
    }
    if (keys.testBit(BUTTON_JOYSTICK)
        || keys.testBit(BUTTON_GAMEPAD)
        || keys.testBit(BUTTON_DPAD)) {
      return GAMEPAD;
    }
    return (relative.intValue() & FIRST_AXES) == FIRST_AXES && keys.testBit(BUTTON_MOUSE)
        ? POINTER
        : OTHER;
  }

  /** Words of the kernel's size in hexadecimal, the most significant first. */
  private static BigInteger bits(String words) {
    BigInteger bits = BigInteger.ZERO;
    for (final String word : words.split(" ")) {
      bits = bits.shiftLeft(Long.SIZE).or(new BigInteger(word, 16));
    }
    return bits;
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1).strip())
          .filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
