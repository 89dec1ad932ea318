package io.lull.testkit.lab;

import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A file system of a given size, to be filled: a tmpfs on a folder, unmounted when closed. */
public final class SmallDisk implements AutoCloseable {
  private static final Duration TOOL = Duration.ofSeconds(20);

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return Tools.missing("mount", "umount").or(LabHosts::unavailable);
  }

  public static SmallDisk mount(Path folder, long bytes) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Tools.run(
        TOOL, List.of("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", folder.toString()));
    return new SmallDisk(folder);
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    Tools.run(TOOL, List.of("umount", folder.toString()));
  }
}
