package io.lull.cli.demo;

import io.lull.apps.jacobi.Jacobi;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A separate program: the same problem on one worker, without a grid or a network. */
public final class SingleWorkerRun {
  static final String VALUES = "values";
  static final String SECONDS = "seconds";

  private SingleWorkerRun() {}

  /** Folder, size, iterations. */
  public static void main(String[] arguments) throws IOException {
    final Path folder = Path.of(arguments[0]);
    final long begin = SystemClock.INSTANCE.nanos();
    final Map<String, String> values =
        Standalone.run(
            new Jacobi(),
            Map.of("size", arguments[1], "iterations", arguments[2]),
            List.of(),
            folder);
    final Properties properties = new Properties();
    properties.putAll(values);
    properties.setProperty(SECONDS, String.valueOf((SystemClock.INSTANCE.nanos() - begin) / 1e9));
    try (var out = Files.newOutputStream(folder.resolve(VALUES))) {
      properties.store(out, null);
    }
  }
}
