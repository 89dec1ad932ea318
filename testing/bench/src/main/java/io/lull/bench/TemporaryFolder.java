package io.lull.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone, with all in it, when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {
  public static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("lull-bench"));
  }

  @Override
  public void close() throws IOException {
    final List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(path)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (final Path each : deepestFirst) {
      Files.deleteIfExists(each);
    }
  }
}
