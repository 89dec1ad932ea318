package io.lull.cli.local;

import io.lull.cli.exit.CommandFailure;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The one folder that a local grid writes to; deleted at the end unless it is to be kept. */
public final class LocalFolder implements AutoCloseable {
  /** The folder contains an agent's control socket, whose path the system limits to 107 bytes. */
  private static final int LONGEST = 70;

  private final Path path;
  private final boolean kept;

  private LocalFolder(Path path, boolean kept) {
    this.path = path;
    this.kept = kept;
  }

  /**
   * @param keep none: a temporary folder
   * @throws CommandFailure if it is not empty, or cannot be created
   */
  public static LocalFolder of(@Nullable Path keep) throws IOException {
    if (keep == null) {
      return new LocalFolder(Files.createTempDirectory("lull-local-"), false);
    }
    final Path path = keep.toAbsolutePath().normalize();
    if (path.toString().length() > LONGEST) {
      throw CommandFailure.badInput(
          "--keep " + path + " is longer than " + LONGEST + " characters: choose a shorter path");
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw CommandFailure.badInput("--keep " + path + " cannot be created: " + e.getMessage());
    }
    try (Stream<Path> files = Files.list(path)) {
      if (files.findAny().isPresent()) {
        throw CommandFailure.badInput("--keep " + path + " is not empty: choose a new folder");
      }
    }
    return new LocalFolder(path, true);
  }

  public Path path() {
    return path;
  }

  public boolean kept() {
    return kept;
  }

  @Override
  public void close() throws IOException {
    if (kept || !Files.exists(path)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
