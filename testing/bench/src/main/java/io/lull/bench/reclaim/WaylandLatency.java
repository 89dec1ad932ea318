package io.lull.bench.reclaim;

import io.lull.bench.reclaim.Latency.Policy;
import io.lull.bench.reclaim.Latency.Target;
import io.lull.bench.reclaim.OwnerHand.Gesture;
import io.lull.testkit.display.MutterDisplay;
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

/** The owner at a Wayland compositor: one that tells by Wayland's protocol, one by D-Bus. */
final class WaylandLatency implements Measurement {
  private static final String SWAY = "Wayland, sway";
  private static final String MUTTER = "Wayland, Mutter";
  private static final Target TARGET = new Target(5, 20);

  private final Options options;
  private final Path folder;
  private final RandomGenerator random;

  WaylandLatency(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(options.seed());
  }

  @Override
  public List<Row> rows() throws IOException, InterruptedException {
    final List<Row> rows = new ArrayList<>();
    rows.addAll(sway());
    rows.addAll(mutter());
    return rows;
  }

  private List<Row> sway() throws IOException, InterruptedException {
    final Optional<String> missing = SwayDisplay.unavailable();
    if (missing.isPresent()) {
      return List.of(Row.skipped(SWAY, TARGET.words(), missing.get()));
    }
    try (SwayDisplay display = SwayDisplay.open();
        OwnerHand hand = new WaylandHand(display)) {
      return rows(
          SWAY,
          hand,
          List.of(Gesture.MOTION, Gesture.BUTTON),
          Map.of(
              "XDG_RUNTIME_DIR",
              display.runtimeFolder().toString(),
              "WAYLAND_DISPLAY",
              display.name(),
              "XDG_SESSION_TYPE",
              "wayland"));
    }
  }

  private List<Row> mutter() throws IOException, InterruptedException {
    final Optional<String> missing = MutterDisplay.unavailable();
    if (missing.isPresent()) {
      return List.of(Row.skipped(MUTTER, TARGET.words(), missing.get()));
    }
    try (MutterDisplay display = MutterDisplay.open();
        OwnerHand hand = new MutterHand(display)) {
      return rows(MUTTER, hand, List.of(Gesture.values()), display.environment());
    }
  }

  private List<Row> rows(
      String where, OwnerHand hand, List<Gesture> gestures, Map<String, String> environment)
      throws IOException, InterruptedException {
    final List<Row> rows = new ArrayList<>();
    hand.does(Gesture.MOTION);
    for (final Policy policy : options.policies()) {
      final String name = where.replaceAll("\\W+", "-") + "-" + policy.word();
      try (RigProcess rig =
          RigProcess.watching(
              Files.createDirectory(folder.resolve(name)),
              environment,
              "wayland",
              Latency.settings(policy))) {
        rows.addAll(
            new Latency(rig, hand, policy, random).rows(where, gestures, options.events(), TARGET));
      }
    }
    return rows;
  }
}
