package io.lull.tray.notice;

import io.lull.platform.autostart.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The person's notice level, stored across starts. For any thread. */
public final class KeptLevel {
  private static final Logger LOG = LoggerFactory.getLogger(KeptLevel.class);

  private final Path file;
  private volatile NoticeLevel level;

  /**
   * @param folder of the person's configuration
   */
  public KeptLevel(Path folder) {
    this.file = folder.resolve("notices");
    this.level = read().orElse(NoticeLevel.NEEDED);
  }

  private Optional<NoticeLevel> read() {
    try {
      final String text = Files.readString(file).strip();
      final Optional<NoticeLevel> kept = NoticeLevel.of(text);
      if (kept.isEmpty()) {
        LOG.warn("{} says nothing that this version knows", file);
      }
      return kept;
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("{} cannot be read: {}", file, e.getMessage());
      return Optional.empty();
    }
  }

  public NoticeLevel level() {
    return level;
  }

  /** It is on disk when this returns. */
  public void keep(NoticeLevel wanted) throws IOException {
    WholeFile.write(file, wanted.key() + "\n");
    level = wanted;
  }
}
