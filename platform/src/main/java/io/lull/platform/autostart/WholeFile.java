package io.lull.platform.autostart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces a file atomically: readers see the old one or the new one. */
public final class WholeFile {
  private WholeFile() {}

  public static void write(Path file, String text) throws IOException {
    final Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException(file + " is no file that could be written");
    }
    Files.createDirectories(folder);
    final Path part = Files.createTempFile(folder, ".lull", ".part");
    try {
      Files.writeString(part, text);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
