package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Reconfigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** CellValues that are lost, old or another's are noticed. */
class CellLedgerTest {
  private final List<String> wrong = new ArrayList<>();
  private final CellLedger data =
      new CellLedger(
          0,
          (holds, what) -> {
            if (!holds) {
              wrong.add(what);
            }
          });
  private final Map<String, WorkerCells> workers = new TreeMap<>();

  private static Layout layout(long epoch, String... names) {
    final Layout.Builder layout = Layout.newBuilder().setEpoch(epoch);
    for (final String name : names) {
      layout.addMembers(Member.newBuilder().setWorker(name).setWeight(1));
    }
    return layout.build();
  }

  private static Reconfigure.Builder change(long epoch, String... names) {
    return Reconfigure.newBuilder()
        .setEpoch(epoch)
        .addAllMembers(layout(epoch, names).getMembersList());
  }

  private WorkerCells worker(String name) {
    return workers.computeIfAbsent(name, each -> new WorkerCells(each, data));
  }

  private void carryOut(Reconfigure order, long safePoint, String... names) {
    for (final String name : names) {
      worker(name).prepare(order);
    }
    for (final String name : names) {
      worker(name).enter(order, safePoint);
    }
  }

  private void begin() {
    carryOut(change(1, "a", "b").setFresh(Fresh.getDefaultInstance()).build(), 0, "a", "b");
    come(7, "a", "b");
  }

  private void come(long safePoint, String... names) {
    for (final String name : names) {
      worker(name).come(safePoint);
      worker(name).verify();
    }
  }

  private static Live from(long epoch, long safePoint, String... names) {
    return Live.newBuilder().setLayout(layout(epoch, names)).setSafePoint(safePoint).build();
  }

  private static Reconfigure recovery(PieceHolder... holders) {
    return change(3, "c")
        .setGeneration(
            Generation.newBuilder()
                .setNumber(1)
                .setSafePoint(7)
                .setLayout(layout(1, "a", "b"))
                .addAllHolders(List.of(holders)))
        .build();
  }

  private static PieceHolder holder(int rank) {
    return PieceHolder.newBuilder().setRank(rank).setWorker("c").build();
  }

  /** Worker c reads the piece that another one writes now. */
  private void stage(int rank, String writer) {
    worker("c").stage(PieceDisk.piece(1, rank), worker(writer).write(PieceDisk.piece(1, rank)));
  }

  @Test
  void aPieceOfAnotherGenerationIsNoticed() {
    begin();
    stage(0, "a");
    come(9, "b");
    stage(1, "b");
    carryOut(recovery(holder(0), holder(1)), 7, "c");
    assertThat(wrong.getFirst()).isEqualTo("c enters epoch 3 at safe point 7 with cells of b at 9");
  }

  @Test
  void whoHasNoCellsWritesNone() {
    assertThat(worker("z").write("1/0")).isEmpty();
    assertThat(wrong).containsExactly("z writes piece 1/0 and has no cells");
  }

  @Test
  void cellsFollowTheirWorkers() {
    begin();
    carryOut(change(2, "a", "b", "c").setLive(from(1, 7, "a", "b")).build(), 7, "a", "b", "c");
    come(20, "a", "b", "c");
    carryOut(change(3, "b", "c").setLive(from(2, 20, "a", "b", "c")).build(), 20, "a", "b", "c");
    come(21, "b", "c");
    assertThat(wrong).isEmpty();
  }

  @Test
  void aJobGoesOnFromThePiecesOfAGeneration() {
    begin();
    stage(0, "a");
    stage(1, "b");
    come(12, "a", "b");
    carryOut(recovery(holder(0), holder(1)), 7, "c");
    come(8, "c");
    assertThat(wrong).isEmpty();
  }

  @Test
  void aPieceThatNobodyHasWrittenIsMissed() {
    begin();
    stage(0, "a");
    carryOut(recovery(holder(0), holder(1)), 7, "c");
    assertThat(wrong.getFirst())
        .isEqualTo("c enters epoch 3 at safe point 7 with cells of b, which gave none");
  }

  @Test
  void aWorkerThatHasGoneOnGivesWhatIsTooNew() {
    begin();
    worker("b").come(8);
    carryOut(change(2, "a").setLive(from(1, 7, "a", "b")).build(), 7, "a", "b");
    assertThat(wrong.getFirst()).isEqualTo("a enters epoch 2 at safe point 7 with cells of b at 8");
  }

  @Test
  void anEpochOrAGenerationThatThereNeverWasIsNoSource() {
    begin();
    final Reconfigure order = change(5, "a").setLive(from(4, 7, "a", "b")).build();
    worker("a").prepare(order);
    worker("a").enter(order, 7);
    final Reconfigure lost =
        recovery(holder(0), holder(1)).toBuilder()
            .setGeneration(Generation.newBuilder().setNumber(1).setLayout(layout(4, "a", "b")))
            .build();
    worker("c").prepare(lost);
    worker("c").enter(lost, 7);
    assertThat(wrong)
        .containsExactly(
            "a enters epoch 5 from data that is not there",
            "c enters epoch 3 from data that is not there");
  }

  @Test
  void aJobIsCompleteOnceAllWorkersOfAnEpochAre() {
    begin();
    worker("a").complete(1);
    assertThat(data.isComplete()).isFalse();
    data.complete(9, "b");
    assertThat(data.isComplete()).as("nobody has entered that epoch").isFalse();
    worker("b").complete(1);
    assertThat(data.isComplete()).isTrue();
  }

  @Test
  void whoHasNotPreparedGivesNothing() {
    begin();
    final Reconfigure order = change(2, "a").setLive(from(1, 7, "a", "b")).build();
    worker("a").prepare(order);
    worker("a").enter(order, 7);
    assertThat(wrong.getFirst())
        .isEqualTo("a enters epoch 2 at safe point 7 with cells of b, which gave none");
  }

  @Test
  void workersThatWereToldOfOthersDivideTheCellsOtherwise() {
    begin();
    final Reconfigure order = change(2, "a", "b", "c").setLive(from(1, 7, "a", "b")).build();
    worker("a").prepare(order);
    worker("a").enter(order, 7);
    final Reconfigure other = change(2, "a", "b").setLive(from(1, 7, "a", "b")).build();
    worker("b").prepare(other);
    worker("b").enter(other, 7);
    assertThat(wrong).contains("b divides the cells of epoch 2 otherwise than others do");
  }

  @Test
  void aStepIsWorthAsMuchAsManyAtOnce() {
    begin();
    come(1_000, "a");
    for (long safePoint = 8; safePoint <= 1_000; safePoint++) {
      worker("b").come(safePoint);
    }
    worker("b").verify();
    assertThat(wrong).isEmpty();
  }
}
