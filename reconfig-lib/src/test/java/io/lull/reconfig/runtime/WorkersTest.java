package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Allowance;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.GridProgram;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real worker processes through every kind of change; each run must end with the bits of one worker
 * alone.
 */
@Timeout(180)
final class WorkersTest {
  private static final DataPlane PLAIN = DataPlane.getDefaultInstance();

  @TempDir Path folder;

  /** When it is there, nobody waits between iterations any more. */
  private Path gate() {
    return folder.resolve("gate");
  }

  private Map<String, String> parameters(int iterations, int pauseMillis) {
    final Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("iterations", String.valueOf(iterations));
    parameters.put("pause", String.valueOf(pauseMillis));
    parameters.put("gate", gate().toString());
    return parameters;
  }

  private void assertSameAsAlone(TestJob job) throws Exception {
    assertSameAsAlone(new Diffusion(), List.of("heat.f64", "marks.bin"), job);
  }

  private void assertSameAsAlone(GridProgram program, List<String> files, TestJob job)
      throws Exception {
    Files.createFile(gate());
    final Map<String, String> values = job.awaitCompleted();
    final Map<String, String> alone = new LinkedHashMap<>(job.parameters());
    alone.put("pause", "0");
    final Path reference = folder.resolve("alone");
    assertThat(values).isEqualTo(Standalone.run(program, alone, List.of(), reference));
    final Path outputs = job.members().getFirst().folder().resolve("outputs");
    for (final String file : files) {
      assertThat(outputs.resolve(file)).hasSameBinaryContentAs(reference.resolve(file));
    }
  }

  @Test
  void oneWorkerAloneAndThreeTogetherGetTheSameBits() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(20, 0), PLAIN)) {
      job.begin(job.start(3));
      assertSameAsAlone(job);
    }
  }

  @Test
  void cellsOfEveryKindSurviveChangesAndLosses() throws Exception {
    assertSurvivesAChangeAndALoss(
        new Menagerie(), List.of("floats.bin", "longs.bin", "ints.bin", "records.bin"));
  }

  @Test
  void gridsOfEveryDivisionSurviveChangesAndLosses() throws Exception {
    assertSurvivesAChangeAndALoss(
        new Divided(), List.of("blocks.bin", "few.bin", "planes.bin", "cyclic.bin", "records.bin"));
  }

  private void assertSurvivesAChangeAndALoss(GridProgram program, List<String> files)
      throws Exception {
    try (TestJob job = new TestJob(folder, program.getClass(), parameters(40, 50), PLAIN)) {
      final List<WorkerProcess> first = job.start(2);
      final List<WorkerProcess> more = new ArrayList<>(first);
      more.addAll(job.start(1));
      job.begin(first);
      job.change(more);
      final long safePoint = job.checkpoint(1, false);
      final Layout kept = job.layout();
      final List<WorkerProcess> then = job.members();
      KeptPieces.bring(1, 1, then.get(1), then.get(0));
      job.lose(then.get(1));
      job.recover(
          List.of(then.get(0), then.get(2)),
          1,
          safePoint,
          kept,
          Map.of(0, then.get(0), 1, then.get(0), 2, then.get(2)));
      assertSameAsAlone(program, files, job);
    }
  }

  @Test
  void growsShrinksAndMigratesBetweenIterations() throws Exception {
    try (TestJob job =
        new TestJob(folder, Diffusion.class, parameters(60, 100), JobCertificate.dataPlane())) {
      final List<WorkerProcess> first = job.start(3);
      // Before the job begins: it must not be over by the time that a slow machine has started
      // them.
      final List<WorkerProcess> joining = job.start(2);
      final List<WorkerProcess> replacing = job.start(1);
      job.begin(first);
      final List<WorkerProcess> more = new ArrayList<>(first);
      more.addAll(joining);
      assertThat(job.change(more).getBytesMoved()).isPositive();
      // Rank 0 may leave like any other.
      final List<WorkerProcess> fewer = new ArrayList<>(job.members());
      fewer.removeFirst();
      fewer.removeFirst();
      job.change(fewer);
      final List<WorkerProcess> others = new ArrayList<>(job.members());
      others.removeLast();
      others.addAll(replacing);
      final Prepared migrated = job.change(others);
      assertThat(migrated.getLayout().getMembersCount()).isEqualTo(3);
      assertSameAsAlone(job);
    }
  }

  @Test
  void aSafePointThatIsNeverReachedAfterALossIsAnswered() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(1_000_000, 1), PLAIN)) {
      job.begin(job.start(2));
      final WorkerProcess survivor = job.members().getFirst();
      final WorkerProcess victim = job.members().getLast();
      final long epoch = job.nextEpoch();
      survivor.tell(
          WorkerOrder.newBuilder()
              .setReconfigure(
                  Reconfigure.newBuilder()
                      .setEpoch(epoch)
                      .addMembers(survivor.address())
                      .setDeadlineMillis(30_000)
                      .setLive(Live.newBuilder().setLayout(job.layout()).setSafePoint(1_000_000))));
      job.lose(victim);
      final Prepared prepared =
          survivor.await("answering", WorkerReport::hasPrepared).getPrepared();
      assertThat(prepared.getEpoch()).isEqualTo(epoch);
      assertThat(prepared.getMissing()).contains("does not come as far");
      // It waits for another order, and does not try again and again.
      job.begin(List.of(survivor));
      assertThat(survivor.log().lines().filter(line -> line.contains("epoch broken"))).hasSize(1);
    }
  }

  @Test
  void afterALossTheOthersReturnToTheLastGenerationOnFewerWorkers() throws Exception {
    try (TestJob job =
        new TestJob(folder, Diffusion.class, parameters(40, 50), JobCertificate.dataPlane())) {
      job.begin(job.start(4));
      final long safePoint = job.checkpoint(1, false);
      final Layout kept = job.layout();
      final List<WorkerProcess> then = job.members();
      final WorkerProcess victim = then.get(1);
      job.lose(victim);
      final List<WorkerProcess> survivors = new ArrayList<>(then);
      survivors.remove(victim);
      for (final WorkerProcess survivor : survivors) {
        survivor.await("missing its peer", r -> r.hasPeerLost() || r.hasProgress());
      }
      // The victim's buddy was sent its piece while it was written.
      assertThat(KeptPieces.path(then.get(2), 1, 1))
          .hasSameBinaryContentAs(KeptPieces.path(victim, 1, 1));
      job.recover(
          survivors,
          1,
          safePoint,
          kept,
          Map.of(0, then.get(0), 1, then.get(2), 2, then.get(2), 3, then.get(3)));
      assertSameAsAlone(job);
    }
  }

  @Test
  void withoutAGenerationTheJobStartsAfresh() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(40, 50), PLAIN)) {
      final List<WorkerProcess> first = job.start(3);
      job.begin(first);
      job.lose(job.members().get(0));
      final List<WorkerProcess> next = new ArrayList<>(job.workers());
      next.addAll(job.start(2));
      job.begin(next);
      assertSameAsAlone(job);
    }
  }

  @Test
  void aGenerationIsReadByQuiteOtherWorkersThanKeptIt() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(40, 50), PLAIN)) {
      job.begin(job.start(4));
      final long safePoint = job.checkpoint(3, true);
      final Layout kept = job.layout();
      final List<WorkerProcess> old = job.members();
      for (final WorkerProcess worker : old) {
        job.lose(worker);
      }
      final List<WorkerProcess> next = job.start(2);
      final Map<Integer, WorkerProcess> holders = new LinkedHashMap<>();
      for (int rank = 0; rank < old.size(); rank++) {
        final WorkerProcess holder = next.get(rank % 2);
        KeptPieces.bring(3, rank, old.get(rank), holder);
        holders.put(rank, holder);
      }
      job.recover(next, 3, safePoint, kept, holders);
      assertSameAsAlone(job);
    }
  }

  @Test
  void aDamagedPieceIsNamedAndNeverUsed() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(40, 50), PLAIN)) {
      job.begin(job.start(2));
      job.checkpoint(1, true);
      final WorkerProcess victim = job.members().get(1);
      KeptPieces.stage(job.members().getFirst(), 1, 0);
      KeptPieces.stage(victim, 1, 1);
      final Path piece = victim.folder().resolve("staged/g1-r1.piece");
      final byte[] bytes = Files.readAllBytes(piece);
      bytes[bytes.length / 2] ^= 0x10;
      Files.write(piece, bytes);
      final var order =
          io.lull.protocol.wire.Reconfigure.newBuilder()
              .setEpoch(job.nextEpoch())
              .setDeadlineMillis(20_000)
              .addMembers(job.members().get(0).address())
              .addMembers(victim.address())
              .setGeneration(
                  io.lull.protocol.wire.Generation.newBuilder()
                      .setNumber(1)
                      .setLayout(job.layout())
                      .addHolders(
                          io.lull.protocol.wire.PieceHolder.newBuilder()
                              .setRank(0)
                              .setWorker(job.members().get(0).name()))
                      .addHolders(
                          io.lull.protocol.wire.PieceHolder.newBuilder()
                              .setRank(1)
                              .setWorker(victim.name())));
      for (final WorkerProcess worker : job.members()) {
        worker.tell(io.lull.protocol.wire.WorkerOrder.newBuilder().setReconfigure(order));
      }
      final Prepared refused = victim.await("refusing", WorkerReport::hasPrepared).getPrepared();
      assertThat(refused.getMissing()).contains("g1-r1.piece is damaged");
      assertThat(refused.getDamagedRanksList()).containsExactly(1);
    }
  }

  @Test
  void aChangeCalledOffLeavesTheOldConfigurationComputing() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(40, 50), PLAIN)) {
      final List<WorkerProcess> first = job.start(3);
      final WorkerProcess joiner = job.start(1).getFirst();
      job.begin(first);
      final long safePoint = job.propose();
      final var order =
          io.lull.protocol.wire.Reconfigure.newBuilder()
              .setEpoch(job.nextEpoch())
              .setDeadlineMillis(20_000)
              .setLive(
                  io.lull.protocol.wire.Live.newBuilder()
                      .setLayout(job.layout())
                      .setSafePoint(safePoint));
      job.members().forEach(worker -> order.addMembers(worker.address()));
      order.addMembers(joiner.address());
      final List<WorkerProcess> present = job.members();
      job.lose(joiner);
      for (final WorkerProcess worker : present) {
        worker.tell(io.lull.protocol.wire.WorkerOrder.newBuilder().setReconfigure(order));
      }
      for (final WorkerProcess worker : present) {
        worker.tell(
            io.lull.protocol.wire.WorkerOrder.newBuilder()
                .setProceed(
                    io.lull.protocol.wire.Proceed.newBuilder().setEpoch(job.layout().getEpoch())));
      }
      assertSameAsAlone(job);
    }
  }

  @Test
  void aWorkerThatMaySendLittleGetsTheSameBits() throws Exception {
    try (TestJob job =
        new TestJob(folder, Diffusion.class, parameters(20, 0), JobCertificate.dataPlane())) {
      final List<WorkerProcess> workers = job.start(3);
      workers.get(1).tell(allowance(200_000));
      job.begin(workers);
      workers.get(2).tell(allowance(100_000));
      workers.get(1).tell(allowance(0));
      assertSameAsAlone(job);
    }
  }

  @Test
  void aWorkerSaysHowMuchOfItsDataHasCome() throws Exception {
    final Map<String, String> parameters = parameters(1_000_000, 1);
    parameters.put("rows", "1000");
    parameters.put("columns", "500");
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters, PLAIN)) {
      final List<WorkerProcess> both = job.start(2);
      final WorkerProcess joiner = both.getLast();
      job.begin(both.subList(0, 1));
      joiner.tell(allowance(1_000_000));
      final long safePoint = job.propose();
      final long epoch = job.nextEpoch();
      final Reconfigure.Builder order =
          Reconfigure.newBuilder()
              .setEpoch(epoch)
              .setDeadlineMillis(60_000)
              .setLive(Live.newBuilder().setLayout(job.layout()).setSafePoint(safePoint));
      both.forEach(worker -> order.addMembers(worker.address()));
      for (final WorkerProcess worker : both) {
        worker.tell(WorkerOrder.newBuilder().setReconfigure(order));
      }
      final Progress moving =
          joiner
              .await(
                  "getting its data",
                  report ->
                      report.getProgress().getMovingEpoch() == epoch
                          && report.getProgress().getMovedBytes() > 0)
              .getProgress();
      assertThat(moving.getMovedBytes()).isLessThan(moving.getMovingBytes());
      joiner.tell(allowance(0));
      final Prepared prepared = joiner.await("prepared", WorkerReport::hasPrepared).getPrepared();
      assertThat(prepared.getMissing()).isEmpty();
      assertThat(moving.getMovingBytes()).isEqualTo(prepared.getBytesMoved());
    }
  }

  private static WorkerOrder.Builder allowance(long networkBytesPerSecond) {
    return WorkerOrder.newBuilder()
        .setAllowance(Allowance.newBuilder().setNetworkBytesPerSecond(networkBytesPerSecond));
  }

  @Test
  void endsItselfWhenItsAgentIsGone() throws Exception {
    try (TestJob job = new TestJob(folder, Diffusion.class, parameters(1_000_000, 1), PLAIN)) {
      final List<WorkerProcess> first = job.start(1);
      job.begin(first);
      first.getFirst().agentEnds();
      first.getFirst().awaitExit();
    }
  }

  @Test
  void anUnknownParameterIsRefusedWithItsName() throws Exception {
    final Map<String, String> parameters = parameters(10, 0);
    parameters.put("colour", "red");
    try (WorkerProcess worker =
        new WorkerProcess("J1-w1", folder, Diffusion.class, parameters, PLAIN)) {
      final WorkerReport report = worker.await("failed", WorkerReport::hasFailed);
      assertThat(report.getFailed().getError()).contains("no parameter named colour");
      assertThat(report.getFailed().getBadInput()).isTrue();
    }
  }
}
