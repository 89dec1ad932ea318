package io.lull.cli.doctor;

import io.lull.cli.doctor.Finding.Area;
import io.lull.protocol.text.Sizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether there is room to write to. */
final class DiskSpace {
  private static final String SUBJECT = "disk";
  private static final long FULL_BYTES = 100L << 20;
  private static final long LITTLE_BYTES = 1L << 30;

  private DiskSpace() {}

  static Finding of(Area area, Path folder) {
    try {
      return of(area, folder, Files.getFileStore(folder).getUsableSpace());
    } catch (IOException e) {
      return Finding.fault(
          area, SUBJECT, folder + " cannot be examined: " + e.getMessage(), "check the disk");
    }
  }

  static Finding of(Area area, Path folder, long bytes) {
    final String text = "the disk of " + folder + " has " + Sizes.format(bytes) + " left";
    if (bytes < FULL_BYTES) {
      return Finding.fault(area, SUBJECT, text, "free some space");
    }
    return bytes < LITTLE_BYTES
        ? Finding.doubtful(area, SUBJECT, text, "free some space")
        : Finding.good(area, SUBJECT, text);
  }
}
