package io.lull.reconfig.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.OtherProgram;
import io.lull.protocol.wire.PieceSection;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.checkpoint.PieceKey;
import io.lull.reconfig.checkpoint.PieceReader;
import io.lull.testkit.job.ChangePhase;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A third kind of program in real worker processes: counters that move one by one while others
 * count. Whatever happens, each is with one worker, and has what was added to it.
 */
@Timeout(180)
final class CountersTest {
  private static final int COUNTERS = 72;
  private static final long FEW_MOVES = 20;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir Path folder;

  private Path gate() {
    return folder.resolve("gate");
  }

  private TestJob job(DataPlane plane) {
    return job(plane, "no");
  }

  /**
   * @param ends whether the program ends once the gate is there
   */
  private TestJob job(DataPlane plane, String ends) {
    final Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("counters", String.valueOf(COUNTERS));
    parameters.put("seed", String.valueOf(seed.random().nextInt(Integer.MAX_VALUE)));
    parameters.put("gate", gate().toString());
    parameters.put("ends", ends);
    parameters.put("jam", folder.resolve("jam").toString());
    return new TestJob(folder, CounterModel.class, parameters, plane)
        .welcome(
            Welcome.newBuilder()
                .setOther(OtherProgram.newBuilder().setKind(CounterProvider.KIND))
                .build());
  }

  private static PieceReader open(Path piece) throws IOException {
    return PieceReader.open(piece, PieceKey.of(JobCertificate.PIECE_KEY.toByteArray()));
  }

  /** What lies in the pieces of a generation: each counter in one of them. */
  private static Map<String, Long> kept(TestJob job, long generation) throws IOException {
    final Map<String, Long> all = new LinkedHashMap<>();
    assertThat(configurations(job, generation)).as("the same in all pieces").hasSize(1);
    final List<WorkerProcess> members = job.members();
    for (int rank = 0; rank < members.size(); rank++) {
      final Path file = KeptPieces.path(members.get(rank), generation, rank);
      try (PieceReader piece = open(file)) {
        int section = 0;
        for (final PieceSection counter : piece.header().getSectionsList()) {
          final long value = piece.block(section++, 0).getLong();
          assertThat(all.put(counter.getName(), value))
              .as("%s is in two pieces", counter.getName())
              .isNull();
        }
      }
    }
    assertThat(all).as("counters in pieces").hasSize(COUNTERS);
    return all;
  }

  /** In any of its pieces. */
  private static int fewest(TestJob job, long generation) throws IOException {
    int fewest = COUNTERS;
    final List<WorkerProcess> members = job.members();
    for (int rank = 0; rank < members.size(); rank++) {
      try (PieceReader piece = open(KeptPieces.path(members.get(rank), generation, rank))) {
        fewest = Math.min(fewest, piece.header().getSectionsCount());
      }
    }
    return fewest;
  }

  /** What the pieces say of the number of configurations. */
  private static Set<String> configurations(TestJob job, long generation) throws IOException {
    final Set<String> all = new TreeSet<>();
    final List<WorkerProcess> members = job.members();
    for (int rank = 0; rank < members.size(); rank++) {
      try (PieceReader piece = open(KeptPieces.path(members.get(rank), generation, rank))) {
        all.add(piece.header().getState().getModelState().toStringUtf8());
      }
    }
    return all;
  }

  private static List<String> ledger(WorkerProcess worker) throws Exception {
    return awaited(worker, "ledger.txt");
  }

  private static List<String> awaited(WorkerProcess worker, String name) throws Exception {
    final Path file = worker.folder().resolve("outputs").resolve(name);
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(file)) {
      assertThat(System.nanoTime()).as(worker.log()).isLessThan(deadline);
      assertThat(new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
    return Files.readAllLines(file);
  }

  /** How often a word and a counter's name stand in the ledgers. */
  private static Map<String, Long> sum(List<String> ledgers, String word) {
    final Map<String, Long> sum = new LinkedHashMap<>();
    for (final String line : ledgers) {
      final String[] words = line.split(" ");
      if (words[0].equals(word)) {
        sum.merge(words[words.length - 2], Long.parseLong(words[words.length - 1]), Long::sum);
      }
    }
    return sum;
  }

  @Test
  void countersMoveOneByOneWhileOthersCountAndWorkersComeAndGo() throws Exception {
    try (TestJob job = job(JobCertificate.dataPlane())) {
      final List<WorkerProcess> first = job.start(3);
      final List<WorkerProcess> more = job.start(1);
      final List<WorkerProcess> all = new ArrayList<>(first);
      all.addAll(more);
      job.begin(first);
      job.checkpoint(1, false);
      kept(job, 1);
      job.change(all);
      job.checkpoint(2, false);
      kept(job, 2);
      // The first rank leaves, and all that it has goes to the others.
      final List<WorkerProcess> fewer = new ArrayList<>(job.members());
      final WorkerProcess leaver = fewer.removeFirst();
      job.change(
          fewer,
          phase -> {
            if (phase == ChangePhase.AGREED) {
              assertThat(leaver.folder().resolve("outputs").resolve(CounterModel.DRAINED))
                  .as("written before it says that it has met")
                  .hasContent("0");
            }
          });
      for (long generation = 3; generation < 8; generation++) {
        job.checkpoint(generation, false);
        kept(job, generation);
      }
      Files.createFile(gate());
      final List<String> ledgers = new ArrayList<>();
      for (final WorkerProcess worker : all) {
        ledgers.addAll(ledger(worker));
      }
      job.checkpoint(8, true);
      final Map<String, Long> added = sum(ledgers, "added");
      final Map<String, Long> unknown = sum(ledgers, "unknown");
      kept(job, 8)
          .forEach((name, value) ->
              assertThat(value)
                  .as(name)
                  .isBetween(
                      added.getOrDefault(name, 0L),
                      added.getOrDefault(name, 0L) + unknown.getOrDefault(name, 0L)));
      assertThat(sum(ledgers, "moved").values().stream().mapToLong(each -> each).sum())
          .as("moves")
          .isGreaterThan(FEW_MOVES);
    }
  }

  @Test
  void afterALossEachCounterIsAsItWasKeptAndGoesOn() throws Exception {
    try (TestJob job = job(JobCertificate.NONE)) {
      job.begin(job.start(3));
      final long safePoint = job.checkpoint(1, false);
      final Map<String, Long> kept = kept(job, 1);
      final Layout layout = job.layout();
      final List<WorkerProcess> then = job.members();
      final WorkerProcess victim = then.get(1);
      assertThat(configurations(job, 1)).containsExactly("1");
      job.lose(victim);
      final List<WorkerProcess> survivors = List.of(then.get(0), then.get(2));
      job.recover(
          survivors, 1, safePoint, layout, Map.of(0, then.get(0), 1, then.get(2), 2, then.get(2)));
      for (long generation = 2; generation < 5; generation++) {
        job.checkpoint(generation, false);
        final Map<String, Long> now = kept(job, generation);
        kept.forEach(
            (name, value) -> assertThat(now.get(name)).as(name).isGreaterThanOrEqualTo(value));
        assertThat(configurations(job, generation)).as("kept, and one more").containsExactly("2");
      }
    }
  }

  /** Each worker has been offered counters that are to come from what was kept instead. */
  @Test
  void whatWasUnderWayWhenAWorkerWasLostDisturbsNoRecovery() throws Exception {
    try (TestJob job = job(JobCertificate.NONE)) {
      job.begin(job.start(3));
      // All begin with the first worker: until each has its share.
      long generation = 0;
      long safePoint;
      do {
        safePoint = job.checkpoint(++generation, false);
        kept(job, generation);
      } while (fewest(job, generation) < COUNTERS / 5);
      final Layout layout = job.layout();
      final List<WorkerProcess> then = job.members();
      Files.createFile(folder.resolve("jam"));
      for (final WorkerProcess worker : then) {
        awaited(worker, CounterModel.JAMMED);
      }
      job.lose(then.get(1));
      final List<WorkerProcess> survivors = List.of(then.get(0), then.get(2));
      job.recover(
          survivors,
          generation,
          safePoint,
          layout,
          Map.of(0, then.get(0), 1, then.get(2), 2, then.get(2)));
      job.checkpoint(generation + 1, false);
      kept(job, generation + 1);
    }
  }

  @Test
  void aProgramThatStandsStillEndsByItself() throws Exception {
    try (TestJob job = job(JobCertificate.NONE, "yes")) {
      job.begin(job.start(2));
      job.checkpoint(1, false);
      Files.createFile(gate());
      job.awaitCompleted();
    }
  }
}
