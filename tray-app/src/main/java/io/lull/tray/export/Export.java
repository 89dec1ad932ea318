package io.lull.tray.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;

/** Writes files whole or not at all, and not on the caller's thread. */
public final class Export {
  private Export() {}

  public static CompletableFuture<Path> text(Path file, String content) {
    return bytes(file, content.getBytes(StandardCharsets.UTF_8));
  }

  public static CompletableFuture<Path> bytes(Path file, byte[] content) {
    final CompletableFuture<Path> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("export")
        .start(() -> {
          try {
            write(file.toAbsolutePath(), content);
            done.complete(file);
          } catch (IOException | RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  private static void write(Path file, byte[] content) throws IOException {
    final Path beside = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.write(beside, content);
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
  }
}
