package io.lull.platform.linux.cgroup;

/** A group's bytes from and to all disks, according to the kernel. */
final class DiskBytes {
  private DiskBytes() {}

  /** {@code io.stat}: a line per disk, {@code 8:0 rbytes=1 wbytes=2 rios=…}. */
  static long inUnified(String text) {
    long bytes = 0;
    for (final String word : text.split("\\s+")) {
      if (word.startsWith("rbytes=") || word.startsWith("wbytes=")) {
        bytes += Long.parseLong(word.substring(word.indexOf('=') + 1));
      }
    }
    return bytes;
  }

  /** {@code blkio.throttle.io_service_bytes}: a line per disk and direction, and a total. */
  static long inOld(String text) {
    return text.lines()
        .filter(line -> line.startsWith("Total "))
        .mapToLong(line -> Long.parseLong(line.substring("Total ".length()).strip()))
        .sum();
  }
}
