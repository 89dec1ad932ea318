package io.lull.architecture;

import java.nio.file.Files;
import java.nio.file.Path;

/** The tree of sources that the tests run in. */
final class SourceTree {
  private SourceTree() {}

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("not inside the source tree");
      }
    }
    return folder;
  }
}
