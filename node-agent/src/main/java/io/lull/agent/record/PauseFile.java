package io.lull.agent.record;

import io.lull.agent.file.DurableFile;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's pause, which lasts across a restart of the agent or of the machine. */
public final class PauseFile {
  private static final Logger LOG = LoggerFactory.getLogger(PauseFile.class);
  private static final String FOR_GOOD = "until resumed";

  private final Path file;
  private final Clock clock;
  private volatile String warning = "";

  public PauseFile(Path folder, Clock clock) {
    this.file = folder.resolve("pause");
    this.clock = clock;
  }

  /**
   * @return 0: not paused; {@link Long#MAX_VALUE}: until resumed. What cannot be read counts as
   *     that.
   */
  public long untilEpochMillis() {
    if (!Files.exists(file)) {
      return 0;
    }
    try {
      final String text = Files.readString(file).strip();
      final long until = text.equals(FOR_GOOD) ? Long.MAX_VALUE : Long.parseLong(text);
      return until > clock.epochMillis() ? until : 0;
    } catch (IOException | NumberFormatException e) {
      LOG.warn(
          "{} cannot be read, so Lull stays paused until it is resumed: {}", file, e.getMessage());
      return Long.MAX_VALUE;
    }
  }

  /** On disk when it returns, or there is a warning. */
  public synchronized void keep(long untilEpochMillis) {
    final String text =
        untilEpochMillis == Long.MAX_VALUE ? FOR_GOOD : Long.toString(untilEpochMillis);
    try {
      DurableFile.replace(file, (text + "\n").getBytes(StandardCharsets.US_ASCII));
      warning = "";
    } catch (IOException e) {
      warn("the pause is lost if the agent restarts: it cannot be kept in " + file, e);
    }
  }

  public synchronized void forget() {
    try {
      Files.deleteIfExists(file);
      warning = "";
    } catch (IOException e) {
      warn("the pause comes back if the agent restarts: " + file + " cannot be deleted", e);
    }
  }

  /** What does not work as it should: a sentence. */
  public Optional<String> warning() {
    return warning.isEmpty() ? Optional.empty() : Optional.of(warning);
  }

  private void warn(String what, IOException why) {
    warning = what + " (" + why.getMessage() + ")";
    LOG.warn("{}", warning);
  }
}
