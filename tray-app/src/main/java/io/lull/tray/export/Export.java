package io.lull.tray.export;

import io.lull.client.ClientFailure;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Writes files completely or not at all, on another thread, and reports the result. */
public final class Export {
  private final UiThread uiThread;
  private final Texts texts;

  /**
   * @param texts with the keys {@code exported} and {@code not-exported}
   */
  public Export(UiThread uiThread, Texts texts) {
    this.uiThread = uiThread;
    this.texts = texts;
  }

  /**
   * @param say receives one line on success or failure
   */
  public void text(Path file, String content, Consumer<String> say) {
    bytes(file, content.getBytes(StandardCharsets.UTF_8), say);
  }

  /**
   * @param say receives one line on success or failure
   */
  public void bytes(Path file, byte[] content, Consumer<String> say) {
    uiThread.answer(
        written(file, content),
        path -> say.accept(texts.say("exported", String.valueOf(path.getFileName()))),
        failure -> say.accept(texts.say("not-exported", ClientFailure.lineOf(failure))));
  }

  private static CompletableFuture<Path> written(Path file, byte[] content) {
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
