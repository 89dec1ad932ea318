package io.lull.testkit.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Which files a program forces to the disk, as the Java machine's own recorder sees it. */
public final class ForcedFiles {
  private static final String EVENT = "jdk.FileForce";

  private ForcedFiles() {}

  /** What is watched. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  /** The files and folders that were forced meanwhile, by any thread, in the order of time. */
  public static List<Path> during(Action action) throws Exception {
    final Path dump = Files.createTempFile("forced", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(EVENT).withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      action.run();
      recording.stop();
      recording.dump(dump);
      return read(dump);
    } finally {
      Files.deleteIfExists(dump);
    }
  }

  private static List<Path> read(Path dump) throws IOException {
    return RecordingFile.readAllEvents(dump).stream()
        .filter(event -> event.getEventType().getName().equals(EVENT))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .map(event -> Path.of(event.getString("path")))
        .toList();
  }
}
