package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Allowance;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.MoveMethod;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerEnded;
import io.lull.testkit.job.WorkerProcess;
import io.lull.testkit.time.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real workers, one of which takes another's place and gets its data while it computes. */
@Timeout(180)
final class DataAfterChangesTest {
  /** Of its 400,000 bytes a worker that leaves sends so few that its data is long on the way. */
  private static final long SLOW_BYTES_PER_SECOND = 50_000;

  private static final long BYTES_OF_A_WORKER = 390_000;

  @TempDir Path folder;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private Path gate;
  private TestJob job;
  private WorkerProcess stays;
  private WorkerProcess leaves;
  private WorkerProcess joins;

  @BeforeEach
  void aJobOnTwoOfThreeWorkers() throws Exception {
    gate = folder.resolve("gate");
    parameters.put("iterations", "120");
    parameters.put("pause", "20");
    parameters.put("gate", gate.toString());
    parameters.put("storm", "1");
    job = new TestJob(folder, Tides.class, parameters, JobCertificate.dataPlane());
    stays = job.start(1).getFirst();
    leaves = job.start(1).getFirst();
    joins = job.start(1).getFirst();
    job.begin(List.of(stays, leaves));
    job.moveBy(MoveMethod.AFTER);
  }

  @AfterEach
  void end() {
    job.close();
  }

  private void assertRightResults() throws Exception {
    if (!Files.exists(gate)) {
      Files.createFile(gate);
    }
    final Map<String, String> values = job.awaitCompleted();
    parameters.put("pause", "0");
    final Path alone = folder.resolve("alone");
    assertThat(values).isEqualTo(Standalone.run(new Tides(), parameters, List.of(), alone));
    final Path outputs = job.members().getFirst().folder().resolve("outputs");
    for (final String file : List.of("ground.bin", "water.bin")) {
      assertThat(outputs.resolve(file)).hasSameBinaryContentAs(alone.resolve(file));
    }
  }

  private void allow(long bytesPerSecond) throws WorkerEnded {
    leaves.tell(
        WorkerOrder.newBuilder()
            .setAllowance(Allowance.newBuilder().setNetworkBytesPerSecond(bytesPerSecond)));
  }

  /** The joiner has its place, and its data is on the way. */
  private void enterBeforeTheData() throws Exception {
    allow(SLOW_BYTES_PER_SECOND);
    job.enter(List.of(stays, joins));
    assertThat(job.cost().followingBytes()).isGreaterThan(BYTES_OF_A_WORKER);
    assertThat(leaves.isAlive()).isTrue();
  }

  @Test
  void allOfALeaversDataComesAfterTheChange() throws Exception {
    job.change(List.of(stays, joins));
    assertThat(job.cost().followingBytes()).isGreaterThan(BYTES_OF_A_WORKER);
    assertThat(job.cost().sentBytes()).as("at the change").isLessThan(BYTES_OF_A_WORKER / 10);
    assertRightResults();
  }

  @Test
  void theWorkersOfTheChangeGoOnBeforeTheDataIsThere() throws Exception {
    enterBeforeTheData();
    allow(0);
    leaves.await("gone", WorkerReport::hasLeft);
    assertRightResults();
  }

  @Test
  void aJobWhoseLeaverIsKilledOnTheWayGoesBackToItsGeneration() throws Exception {
    final long safePoint = job.checkpoint(1, false);
    final Layout kept = job.layout();
    enterBeforeTheData();
    leaves.kill();
    joins.await("it says that data is lost", WorkerReport::hasPeerLost);
    job.loseTheDead();
    job.recover(List.of(stays, joins), 1, safePoint, kept, Map.of(0, stays, 1, stays));
    assertRightResults();
  }

  @Test
  void aJobWhoseJoinerIsKilledOnTheWayGoesBackAndTheLeaverEnds() throws Exception {
    final long safePoint = job.checkpoint(1, false);
    final Layout kept = job.layout();
    enterBeforeTheData();
    joins.kill();
    leaves.await("gone", WorkerReport::hasLeft);
    job.loseTheDead();
    final WorkerProcess another = job.start(1).getFirst();
    job.recover(List.of(stays, another), 1, safePoint, kept, Map.of(0, stays, 1, stays));
    assertRightResults();
  }

  @Test
  void aCheckpointOrderedMeanwhileIsWhole() throws Exception {
    enterBeforeTheData();
    allow(0);
    final long safePoint = job.checkpoint(1, false);
    final Layout kept = job.layout();
    leaves.await("gone", WorkerReport::hasLeft);
    joins.kill();
    job.loseTheDead();
    final WorkerProcess another = job.start(1).getFirst();
    job.recover(List.of(stays, another), 1, safePoint, kept, Map.of(0, stays, 1, stays));
    assertRightResults();
  }

  @Test
  void anotherChangeOrderedMeanwhileMovesTheRightCells() throws Exception {
    enterBeforeTheData();
    allow(0);
    job.change(List.of(stays));
    assertRightResults();
  }

  @Test
  void anOwnerWhoCannotWaitSendsTheJobBackToWhereTheJoinerEntered() throws Exception {
    job.keepSafePoints(true);
    enterBeforeTheData();
    final Thread relief =
        Thread.ofVirtual()
            .start(() -> {
              Eventually.await(
                  "the joiner is interrupted",
                  Duration.ofSeconds(60),
                  () -> joins.log().contains("epoch broken"));
              try {
                allow(0);
              } catch (WorkerEnded e) {
                throw new AssertionError(e);
              }
            });
    job.changeFromTheSafePointBefore(List.of(stays));
    relief.join();
    assertRightResults();
  }
}
