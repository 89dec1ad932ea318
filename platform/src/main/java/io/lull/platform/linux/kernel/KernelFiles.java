package io.lull.platform.linux.kernel;

import java.nio.file.Path;

/**
 * Where the kernel and udev show devices.
 *
 * @param dev of the text consoles
 * @param input of the keyboards and mice
 * @param terminals that programs and networks have opened
 * @param sysInput {@code /sys/class/input}
 * @param sysTerminals {@code /sys/class/tty}
 */
public record KernelFiles(
    Path dev, Path input, Path terminals, Path sysInput, Path sysTerminals, Path udev, Path proc) {
  public static final KernelFiles SYSTEM =
      new KernelFiles(
          Path.of("/dev"),
          Path.of("/dev/input"),
          Path.of("/dev/pts"),
          Path.of("/sys/class/input"),
          Path.of("/sys/class/tty"),
          Path.of("/run/udev/data"),
          Path.of("/proc"));
}
