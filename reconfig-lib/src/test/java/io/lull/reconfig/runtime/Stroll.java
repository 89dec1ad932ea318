package io.lull.reconfig.runtime;

import io.lull.reconfig.Parameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The pause before each of a program's iterations, in which a test does to it what it is to
 * survive; there are none any more once a file is there.
 *
 * @param gate the file
 */
record Stroll(long pauseMillis, Path gate) {
  static Stroll of(Parameters parameters) {
    return new Stroll(
        parameters.integer("pause", 0, 0, 10_000), Path.of(parameters.text("gate", "none")));
  }

  void pause() {
    if (pauseMillis > 0 && !Files.exists(gate)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
    }
  }
}
