package io.lull.platform.guest;

import io.lull.protocol.text.Sizes;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a guest has on disk, measured up to a limit. Links are not followed; a sparse file counts
 * with its length.
 */
public final class DiskUse {
  /** Each takes memory of the system's and time to delete. */
  public static final long MAX_FILES = 200_000;

  private final long maxBytes;
  private long bytes;
  private long files;
  private String why = "";

  private DiskUse(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * @param folders all that the guest writes to
   * @return why it cannot go on; empty: it can
   */
  public static Optional<String> over(List<Path> folders, long maxBytes) {
    final DiskUse use = new DiskUse(maxBytes);
    folders.forEach(use::measure);
    return use.why.isEmpty() ? Optional.empty() : Optional.of(use.why);
  }

  private void measure(Path root) {
    try {
      Files.walkFileTree(root, new Measuring());
    } catch (IOException e) {
      because("its files cannot be measured: " + words(e));
    }
  }

  /** Without the path, which may be long. */
  private static String words(IOException e) {
    final @Nullable String reason =
        e instanceof FileSystemException system ? system.getReason() : null;
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  private FileVisitResult because(String reason) {
    why = why.isEmpty() ? reason : why;
    return FileVisitResult.TERMINATE;
  }

  private final class Measuring extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return count(0);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return count(attributes.size());
    }

    private FileVisitResult count(long size) {
      bytes += size;
      files++;
      if (bytes > maxBytes) {
        return because(
            "it wrote more than the " + Sizes.format(maxBytes) + " that this computer allows");
      }
      if (files > MAX_FILES) {
        return because("it made more than " + MAX_FILES + " files");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE; // deleted meanwhile
      }
      return because("its files cannot be measured: " + words(failure));
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
      return FileVisitResult.CONTINUE;
    }
  }
}
