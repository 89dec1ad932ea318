package io.lull.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each bench of what an owner notices, and of the window, still measures. */
@Tag("bench")
final class OwnerBenchesTest {
  static final List<String> BENCHES =
      List.of(
          "reclaim --events 1 --only x11,wayland,day --policy gentle --idle 1s",
          "tray --rounds 1 --idle 1",
          "cluster --nodes 5 --days 2 --rounds 1");

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("BENCHES")
  void printsItsTables(String words) throws IOException {
    BenchRun.printsItsTables(words, folder);
  }

  @Test
  void theDaysOfReclaimPrintTheirTable() throws IOException {
    BenchRun.printsItsTables("reclaim --only day", folder);
  }

  /** Minutes: whether it measures what takes so long is looked at every night. */
  @Test
  @Tag("nightly")
  void theRestOfReclaimPrintsItsTable() throws IOException {
    BenchRun.printsItsTables("reclaim --only slowdown,memory,agent --idle 1s", folder);
  }

  @ParameterizedTest
  @Tag("nightly")
  @ValueSource(strings = {"checkpoint", "change"})
  void reclaimBesideABusyJobPrintsItsTable(String job) throws IOException {
    BenchRun.printsItsTables("reclaim --events 2 --only x11 --beside " + job, folder);
  }
}
