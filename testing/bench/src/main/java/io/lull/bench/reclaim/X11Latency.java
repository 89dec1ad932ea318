package io.lull.bench.reclaim;

import io.lull.bench.reclaim.Latency.Policy;
import io.lull.bench.reclaim.Latency.Target;
import io.lull.testkit.display.XDisplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The owner at an X display. */
final class X11Latency implements Measurement {
  private static final Target TARGET = new Target(2, 10);

  private final Options options;
  private final Path folder;

  X11Latency(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  @Override
  public List<Row> rows() throws IOException, InterruptedException {
    final Optional<String> missing = XDisplay.unavailable();
    if (missing.isPresent()) {
      return List.of(Row.skipped("X11", TARGET.words(), missing.get()));
    }
    final RandomGenerator random =
        RandomGeneratorFactory.of("L64X128MixRandom").create(options.seed());
    final List<Row> rows = new ArrayList<>();
    try (XDisplay display = XDisplay.open();
        OwnerHand hand = XTestHand.on(display.name())) {
      for (final Policy policy : options.policies()) {
        final Path own = Files.createDirectory(folder.resolve(policy.word()));
        try (RigProcess rig =
            RigProcess.watching(
                own, Map.of("DISPLAY", display.name()), "x11", Latency.settings(policy))) {
          System.err.println(policy.word() + ": " + rig.priority());
          rows.addAll(
              new Latency(rig, hand, policy, random)
                  .rows("X11", List.of(OwnerHand.Gesture.values()), options.events(), TARGET));
        }
      }
      if (options.policies().size() == Policy.values().length) {
        rows.addAll(
            BoincPeer.rows(
                Files.createDirectory(folder.resolve("boinc")),
                display.name(),
                hand,
                options.events(),
                random));
      }
    }
    return rows;
  }
}
