package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.WorkerReport;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** When a job takes checkpoints, and where they are kept. */
class JobMachineCheckpointTest {
  @Test
  void takesNoCheckpointsWhenTheyAreOff() {
    final OneJobGrid grid =
        new OneJobGrid(2, OneJobGrid.spec(1, 2).toBuilder().setCheckpoint("off").build(), 200);
    grid.start();
    grid.finish();
    assertThat(grid.events("checkpoint")).isEmpty();
  }

  @Test
  void checkpointsAtTheIntervalThatWasSet() {
    final OneJobGrid grid =
        new OneJobGrid(2, OneJobGrid.spec(1, 2).toBuilder().setCheckpoint("2s").build(), 100);
    grid.start();
    grid.finish();
    assertThat(grid.events("checkpoint")).hasSizeBetween(6, 10);
  }

  @Test
  void checkpointsAreAsSeldomAsTheirProcessorTimeAsksFor() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 100_000);
    grid.piecesNanos = 10_000_000_000L;
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.generations().rhythm().nextMillis() - grid.now).isEqualTo(1_000_000);
  }

  @Test
  void keepsALoneWorkersPieceOnAnotherNodeToo() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 1), 600);
    grid.node("n2").willing = false;
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.generations().committed().getLast().copies())
        .containsExactly(List.of("n1", "n2"));
    grid.node("n1").die();
    grid.lose("n1");
    grid.ownerLeaves("n2");
    grid.run("goes on on n2", () -> grid.job.memberNodes().contains("n2"));
    assertThat(grid.job.progress().gauge().safePoint()).isPositive();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void everyWorkerIsToldWhichOtherKeepsACopy() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(3, 3), 600);
    grid.start();
    grid.firstCheckpoint();
    final Layout layout = grid.job.progress().layout();
    for (int rank = 0; rank < 3; rank++) {
      final String worker = layout.getMembers(rank).getWorker();
      final String node = layout.getMembers(rank).getNode();
      final Member buddy = layout.getMembers((rank + 1) % 3);
      assertThat(Objects.requireNonNull(grid.node(node).workers.get(worker)).keeper)
          .isEqualTo(buddy.getWorker());
      assertThat(grid.job.generations().committed().getLast().copies().get(rank))
          .containsExactly(node, buddy.getNode());
    }
  }

  @Test
  void copiesAreKeptWhereLessGoesAtTheSameTime() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(4, 4), 600);
    grid.node("n1").labels = List.of("room=1");
    grid.node("n2").labels = List.of("room=1", "owner=ada");
    grid.node("n3").labels = List.of("room=2", "owner=ada");
    grid.node("n4").labels = List.of("room=2");
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3", "n4");
    assertThat(grid.job.generations().committed().getLast().copies())
        .containsExactlyInAnyOrder(
            List.of("n1", "n3"), List.of("n2", "n4"), List.of("n3", "n1"), List.of("n4", "n1"));
  }

  @Test
  void aLoneWorkersCopyIsLeftToTheAgents() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 1), 600);
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.node("n1").workers.values()).allMatch(worker -> worker.keeper.isEmpty());
  }

  @Test
  void saysWhenOnlyOneCopyCouldBeKept() {
    final OneJobGrid grid = new OneJobGrid(1, OneJobGrid.spec(1, 1), 400);
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("done, but with only one copy: there was no other node to keep a copy");
  }

  @Test
  void givesUpACheckpointThatIsNotSafeInTime() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 3000);
    grid.start();
    grid.node("n2").piecesStuck = true;
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("not all pieces were stored in time");
    grid.node("n2").piecesStuck = false;
    grid.firstCheckpoint();
  }

  @Test
  void whatWasGivenUpIsOnNoDisk() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 3000);
    grid.start();
    grid.node("n2").piecesStuck = true;
    grid.run("pieces", () -> !grid.node("n3").pieces.isEmpty());
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.nodes()).allMatch(node -> node.pieces.isEmpty());
  }

  @Test
  void aNodeThatDidNotHearWhatWasGivenUpHearsItWhenItComesBack() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 3000);
    grid.start();
    grid.firstCheckpoint();
    final long committed = grid.job.generations().committed().getLast().number();
    grid.node("n3").pieces.add(PieceDisk.piece(committed + 1, 2));
    grid.node("n3").pieces.add(PieceDisk.piece(committed, 2));
    grid.reconnect("n3");
    assertThat(grid.node("n3").pieces)
        .contains(PieceDisk.piece(committed, 2))
        .noneMatch(piece -> PieceDisk.generation(piece) > committed);
  }

  @Test
  void theWayToAFarSafePointIsNotTakenFromTheTimeForTheKeeping() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 3000);
    grid.start();
    grid.slow = true;
    grid.run("waits for its safe point", () -> grid.job.generations().pending() != null);
    final var pending = Objects.requireNonNull(grid.job.generations().pending());
    grid.run(
        "a while", () -> grid.now > pending.times().orderedMillis() + Limits.CHECKPOINT_MILLIS);
    assertThat(grid.job.generations().pending()).isEqualTo(pending);
    grid.slow = false;
    grid.firstCheckpoint();
    assertThat(grid.job.generations().committed().getLast().number()).isEqualTo(pending.number());
  }

  @Test
  void aCaptureThatARecoveryOvertakesIsNeverCommitted() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 3000);
    grid.start();
    grid.firstCheckpoint();
    final long committed = grid.job.generations().committed().getLast().number();
    grid.node("n2").piecesStuck = true;
    grid.run(
        "all are captured",
        () -> {
          final Generations.Pending pending = grid.job.generations().pending();
          return pending != null && pending.allCaptured();
        });
    final Generations.Pending overtaken = Objects.requireNonNull(grid.job.generations().pending());
    grid.expectTrouble();
    grid.node("n3").die();
    grid.lose("n3");
    grid.run("goes back", () -> !grid.events("recover").isEmpty());
    assertThat(grid.job.generations().pending()).isNotEqualTo(overtaken);
    // The pieces are in safe keeping after all, and nobody wants them any more.
    for (int rank = 0; rank < 3; rank++) {
      grid.give(
          new JobEvent.Kept(
              overtaken.layout().getMembers(rank).getNode(),
              PieceDurable.newBuilder()
                  .setGeneration(overtaken.number())
                  .setRank(rank)
                  .setBytes(1000)
                  .build()));
    }
    assertThat(grid.job.generations().committed())
        .extracting(Generations.Committed::number)
        .contains(committed)
        .doesNotContain(overtaken.number());
    grid.node("n2").piecesStuck = false;
    grid.run(
        "keeps the next one",
        () -> grid.job.generations().committed().getLast().number() > overtaken.number());
  }

  /** Every node that a generation counts on has the piece. */
  private static void assertOnDisks(OneJobGrid grid, Generations.Committed generation) {
    for (int rank = 0; rank < generation.copies().size(); rank++) {
      for (final String node : generation.copies().get(rank)) {
        assertThat(grid.node(node).pieces).contains(PieceDisk.piece(generation.number(), rank));
      }
    }
  }

  @Test
  void aNodeThatTakesNoPiecesIsNotCountedAndOthersHaveTwoCopies() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(4, 4), 600);
    grid.node("n2").takesNoPieces = true;
    grid.start();
    grid.firstCheckpoint();
    final Generations.Committed generation = grid.job.generations().committed().getLast();
    assertOnDisks(grid, generation);
    assertThat(generation.copies()).allSatisfy(nodes -> assertThat(nodes).hasSize(2));
    assertThat(generation.copies()).noneMatch(nodes -> nodes.contains("n2"));
    assertThat(grid.event("checkpoint").getOutcome()).isEqualTo("done");
  }

  @Test
  void anotherNodeOfTheGridKeepsTheCopyThatNoMemberCan() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(2, 2), 600);
    grid.node("n2").takesNoPieces = true;
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2");
    final Generations.Committed generation = grid.job.generations().committed().getLast();
    assertOnDisks(grid, generation);
    assertThat(generation.copies()).containsExactly(List.of("n1", "n3"), List.of("n1", "n3"));
    assertThat(grid.event("checkpoint").getOutcome()).isEqualTo("done");
    grid.finish();
    assertThat(grid.nodes()).allMatch(node -> node.pieces.isEmpty());
  }

  @Test
  void aNodeOutsideTheJobIsAskedBeforeAllTriesWentToMembersWithFullDisks() {
    final OneJobGrid grid = new OneJobGrid(6, OneJobGrid.spec(5, 5), 600);
    grid.node("n6").willing = false;
    grid.node("n2").takesNoPieces = true;
    grid.node("n3").takesNoPieces = true;
    grid.node("n4").takesNoPieces = true;
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3", "n4", "n5");
    assertThat(grid.job.generations().committed().getLast().copies().getFirst())
        .containsExactly("n1", "n6");
    grid.finish();
  }

  @Test
  void saysWhichDiskLeftOnlyOneCopy() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 600);
    grid.node("n2").takesNoPieces = true;
    grid.start();
    grid.firstCheckpoint();
    assertOnDisks(grid, grid.job.generations().committed().getLast());
    assertThat(grid.job.generations().committed().getLast().copies())
        .containsExactly(List.of("n1"), List.of("n1"));
    assertThat(grid.event("checkpoint").getOutcome())
        .startsWith("done, but with only one copy: its copy is not on n2: ");
  }

  @Test
  void noGenerationIsCommittedWithAPieceThatIsNowhere() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 3000);
    grid.start();
    grid.node("n1").takesNoPieces = true;
    grid.node("n2").takesNoPieces = true;
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .startsWith("a piece could not be stored: this node cannot keep it");
    assertThat(grid.job.generations().committed()).isEmpty();
  }

  @Test
  void aPieceThatItsWorkerCouldNotWriteGivesTheGenerationUp() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 3000);
    grid.start();
    grid.node("n1").piecesStuck = true;
    grid.run(
        "all are captured",
        () -> {
          final Generations.Pending pending = grid.job.generations().pending();
          return pending != null && pending.allCaptured() && pending.kept().containsKey(1);
        });
    final Generations.Pending pending = Objects.requireNonNull(grid.job.generations().pending());
    grid.give(
        new JobEvent.Said(
            "n1",
            pending.layout().getMembers(0).getWorker(),
            WorkerReport.newBuilder()
                .setPieceWritten(
                    PieceWritten.newBuilder()
                        .setGeneration(pending.number())
                        .setRank(0)
                        .setError("no space is left"))
                .build(),
            FreeShare.WHOLE));
    assertThat(grid.job.generations().committed()).isEmpty();
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("a piece could not be stored: no space is left");
  }

  @Test
  void aBuddyThatAnEarlierAgentOnlyNamesIsNotCounted() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 3000);
    grid.start();
    grid.node("n1").piecesStuck = true;
    grid.run("a capture", () -> grid.job.generations().pending() != null);
    final Generations.Pending pending = Objects.requireNonNull(grid.job.generations().pending());
    grid.give(
        new JobEvent.Kept(
            "n1",
            PieceDurable.newBuilder()
                .setGeneration(pending.number())
                .setRank(0)
                .setBuddy("n2")
                .setError("this node cannot keep it: the disk is full")
                .setLocalFailed(true)
                .build()));
    assertThat(grid.job.generations().pending()).isNull();
    assertThat(grid.job.generations().committed()).isEmpty();
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("a piece could not be stored: this node cannot keep it: the disk is full");
  }

  @Test
  void copiesAreOnAnotherHostWhereThereIsOne() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(2, 2), 600);
    grid.node("n2").host = grid.node("n1").host();
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2");
    assertThat(grid.job.generations().committed().getLast().copies())
        .containsExactly(List.of("n1", "n3"), List.of("n2", "n3"));
  }
}
