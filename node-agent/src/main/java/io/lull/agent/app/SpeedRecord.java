package io.lull.agent.app;

import io.lull.platform.machine.SpeedTest;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's speed, measured once and stored in the data folder. */
final class SpeedRecord {
  private static final Logger LOG = LoggerFactory.getLogger(SpeedRecord.class);

  private SpeedRecord() {}

  static double of(Path folder, Clock clock) throws IOException {
    final Path file = folder.resolve("speed");
    final Optional<Double> kept = read(file);
    if (kept.isPresent()) {
      return kept.get();
    }
    final double speed = SpeedTest.measure(clock);
    Files.writeString(file, speed + "\n");
    return speed;
  }

  private static Optional<Double> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      final double speed = Double.parseDouble(Files.readString(file).strip());
      return speed > 0 && Double.isFinite(speed) ? Optional.of(speed) : Optional.empty();
    } catch (NumberFormatException e) {
      LOG.warn("{} is damaged; measuring the machine's speed again", file);
      return Optional.empty();
    }
  }
}
