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

/** The owner's pause, stored across a restart of the agent or of the machine. */
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
   * @return 0: not paused; {@link Long#MAX_VALUE}: until resumed. A file that cannot be read counts
   *     as that.
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
          "cannot read {}, so Lull stays paused until it is resumed: {}", file, e.getMessage());
      return Long.MAX_VALUE;
    }
  }

  /** The pause is on disk when this returns, or a warning says that it is not. */
  public synchronized void keep(long untilEpochMillis) {
    final String text =
        untilEpochMillis == Long.MAX_VALUE ? FOR_GOOD : Long.toString(untilEpochMillis);
    try {
      DurableFile.replace(file, (text + "\n").getBytes(StandardCharsets.US_ASCII));
      warning = "";
    } catch (IOException e) {
      warn("a restart of the agent loses the pause: cannot store it in " + file, e);
    }
  }

  public synchronized void forget() {
    try {
      Files.deleteIfExists(file);
      warning = "";
    } catch (IOException e) {
      warn("a restart of the agent restores the pause: " + file + " cannot be deleted", e);
    }
  }

  /** What does not work: a sentence. */
  public Optional<String> warning() {
    return warning.isEmpty() ? Optional.empty() : Optional.of(warning);
  }

  private void warn(String what, IOException why) {
    warning = what + " (" + why.getMessage() + ")";
    LOG.warn("{}", warning);
  }
}
