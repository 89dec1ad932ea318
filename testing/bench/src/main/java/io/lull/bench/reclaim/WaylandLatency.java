package io.lull.bench.reclaim;

import io.lull.bench.reclaim.Hand.Gesture;
import io.lull.bench.reclaim.Latency.Policy;
import io.lull.bench.reclaim.Latency.Target;
import io.lull.bench.reclaim.ReclaimFigures.Measurement;
import io.lull.testkit.display.SwayDisplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The owner at a Wayland compositor. */
final class WaylandLatency implements Measurement {
  private static final Target TARGET = new Target(5, 20);
  private static final List<Gesture> GESTURES = List.of(Gesture.MOTION, Gesture.BUTTON);

  private final Options options;
  private final Path folder;

  WaylandLatency(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  @Override
  public List<Row> rows() throws IOException, InterruptedException {
    final Optional<String> missing = SwayDisplay.unavailable();
    if (missing.isPresent()) {
      return List.of(Row.skipped("Wayland, sway", TARGET.words(), missing.get()));
    }
    final RandomGenerator random =
        RandomGeneratorFactory.of("L64X128MixRandom").create(options.seed());
    final List<Row> rows = new ArrayList<>();
    try (SwayDisplay display = SwayDisplay.open();
        Hand hand = new WaylandHand(display)) {
      hand.does(Gesture.MOTION);
      for (final Policy policy : Policy.values()) {
        final Path own = Files.createDirectory(folder.resolve(policy.word()));
        try (RigProcess rig =
            RigProcess.watching(
                own,
                Map.of(
                    "XDG_RUNTIME_DIR",
                    display.runtimeFolder().toString(),
                    "WAYLAND_DISPLAY",
                    display.name(),
                    "XDG_SESSION_TYPE",
                    "wayland"),
                "wayland",
                Latency.settings(policy))) {
          rows.addAll(
              new Latency(rig, hand, policy, random)
                  .rows("Wayland, sway", GESTURES, options.events(), TARGET));
        }
      }
    }
    return rows;
  }
}
