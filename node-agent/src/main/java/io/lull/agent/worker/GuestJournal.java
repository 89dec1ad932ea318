package io.lull.agent.worker;

import io.lull.agent.file.DurableFile;
import io.lull.platform.guest.GuestId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The worker processes, on disk: after a crash the next agent finds what is still running. */
final class GuestJournal {
  private static final Logger LOG = LoggerFactory.getLogger(GuestJournal.class);

  private final Path file;
  private final Map<String, GuestId> guests = new LinkedHashMap<>();

  GuestJournal(Path file) {
    this.file = file;
  }

  /** What the last agent recorded; unreadable lines are skipped with a warning. */
  Map<String, GuestId> left() throws IOException {
    final Map<String, GuestId> left = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return left;
    }
    for (final String line : Files.readAllLines(file)) {
      final int space = line.indexOf(' ');
      try {
        left.put(line.substring(0, space), GuestId.parse(line.substring(space + 1)));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        LOG.warn("skipping an unreadable line of {}: {}", file, e.getMessage());
      }
    }
    return left;
  }

  /** The entry is on disk when this returns. */
  synchronized void started(String worker, GuestId id) throws IOException {
    guests.put(worker, id);
    write();
  }

  synchronized void gone(String worker) throws IOException {
    if (guests.remove(worker) != null) {
      write();
    }
  }

  /** Nothing of an earlier agent runs any more. */
  synchronized void clear() throws IOException {
    guests.clear();
    write();
  }

  private void write() throws IOException {
    final StringBuilder text = new StringBuilder();
    guests.forEach((worker, id) -> text.append(worker).append(' ').append(id).append('\n'));
    DurableFile.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
