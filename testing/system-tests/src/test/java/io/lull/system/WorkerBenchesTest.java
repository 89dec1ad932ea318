package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each bench of workers and of policies still measures. */
@Tag("bench")
final class WorkerBenchesTest {
  static final List<String> BENCHES =
      List.of(
          "kernel --sizes 64 --updates 10 --rounds 1",
          "halo --sizes 8 --rounds 1",
          "tasks --sizes 8 --observations 2 --round-trips 10 --moves 1 --rounds 1",
          "storm --tasks 6 --workers 2 --moves 20 --network plain",
          "plan --nodes 20 --jobs 4 --kinds 2 --changes 1 --rounds 1",
          "start --rounds 1",
          "jacobi --sizes 64 --updates 10 --rounds 1",
          "reconfigure --sizes 64 --rounds 1",
          "reconfigure --between 2:3 --pause 1 --sizes 64 --rounds 1",
          "migrate --sizes 64 --rounds 1",
          "table2 --sizes 64 --cells 4 --changes leave --rounds 1",
          "checkpoint --sizes 64 --rounds 1",
          "overhead --sizes 64 --interval 1 --rounds 1",
          "recover --sizes 64 --rounds 1");

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("BENCHES")
  void printsItsTables(String words) throws IOException {
    BenchRun.printsItsTables(words, folder);
  }

  @Test
  void forkJoinPrintsItsTable() throws IOException {
    Tools.missing("gcc").ifPresent(Assumptions::abort);
    BenchRun.printsItsTables("forkjoin --program fft --rounds 1", folder);
    BenchRun.printsItsTables(
        "forkjoin --workers 2 --program fft --ranks off --longer 1 --rounds 1", folder);
  }

  @Test
  void forkJoinOverSlowLinksPrintsItsTable() throws IOException {
    LabHosts.unavailable().or(() -> Tools.missing("tc")).ifPresent(Assumptions::abort);
    BenchRun.printsItsTables("forkjoin --table 2 --program water --rate 1000 --rounds 1", folder);
  }

  @Test
  void noBenchIsLeftOut() {
    final Stream<String> run =
        Stream.of(
                BENCHES, GridBenchesTest.BENCHES, JobBenchesTest.BENCHES, OwnerBenchesTest.BENCHES)
            .flatMap(List::stream)
            .map(words -> words.split(" ")[0]);
    assertThat(Stream.concat(run, Stream.of("demo", "forkjoin", "habits", "sandbox")).distinct())
        .containsExactlyInAnyOrderElementsOf(BenchRun.names());
  }
}
