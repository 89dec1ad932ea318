package io.lull.bench.reclaim;

import io.lull.bench.Sample;
import io.lull.bench.grid.Child;
import io.lull.bench.grid.Pause;
import io.lull.bench.reclaim.OwnerHand.Gesture;
import io.lull.bench.reclaim.Row.Met;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * BOINC's client on the same display: from a gesture to the line of its log that says that it
 * suspends. It has no project and talks to nobody; its tasks would hear of it later still.
 */
final class BoincPeer {
  /** Each trial takes its shortest idle time, of six seconds, and more. */
  private static final int MOST_TRIALS = 12;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LEAST_WAIT_MILLIS = 500;
  private static final long WAIT_SPREAD_MILLIS = 2000;
  private static final String PREFERENCES =
      """
      <global_preferences>
      <run_if_user_active>0</run_if_user_active>
      <idle_time_to_run>0.1</idle_time_to_run>
      <run_on_batteries>1</run_on_batteries>
      <suspend_cpu_usage>0</suspend_cpu_usage>
      </global_preferences>
      """;
  private static final String CONFIGURATION =
      """
      <cc_config><options>
      <allow_multiple_clients>1</allow_multiple_clients>
      <dont_contact_ref_site>1</dont_contact_ref_site>
      <disallow_attach>1</disallow_attach>
      </options></cc_config>
      """;

  private BoincPeer() {}

  static List<Row> rows(
      Path folder, String display, OwnerHand hand, int events, RandomGenerator random)
      throws IOException, InterruptedException {
    final Optional<String> missing = Tools.missing("boinc");
    if (missing.isPresent()) {
      return List.of(Row.skipped("X11, BOINC's client", "for comparison", missing.get()));
    }
    Files.writeString(folder.resolve("global_prefs_override.xml"), PREFERENCES);
    Files.writeString(folder.resolve("cc_config.xml"), CONFIGURATION);
    final List<Row> rows = new ArrayList<>();
    try (Child boinc =
        Child.start(
            "boinc",
            folder,
            Map.of("DISPLAY", display),
            List.of(
                "boinc",
                "--dir",
                folder.toString(),
                "--allow_multiple_clients",
                "--no_gui_rpc",
                "--no_gpus"))) {
      boinc.await("Initialization completed", PATIENCE);
      for (final Gesture gesture : Gesture.values()) {
        final List<Double> millis = new ArrayList<>();
        for (int i = 0; i < Math.min(events, MOST_TRIALS); i++) {
          boinc.await("Resuming network activity", PATIENCE);
          Pause.millis(LEAST_WAIT_MILLIS + random.nextLong(WAIT_SPREAD_MILLIS));
          final long done = hand.does(gesture);
          millis.add((boinc.await("computer is in use", PATIENCE).nanos() - done) / 1e6);
        }
        rows.add(
            Row.times(
                "X11, BOINC's client, " + gesture,
                new Sample(millis),
                "for comparison",
                Met.NONE,
                "to the line of its log"));
      }
    }
    return rows;
  }
}
