package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.CodeGroup;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job whose pieces are coded: any so many of its machines are enough. */
class JobMachineCodingTest {
  @Test
  void everyMachineKeepsItsPieceAndParitiesAndNoCopies() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    assertThat(generation.groups()).containsExactly(new CodeGroup(2, List.of(0, 1, 2, 3)));
    assertThat(generation.copies()).allMatch(nodes -> nodes.size() == 1);
    for (final NodeModel node : grid.nodes()) {
      assertThat(node.pieces).hasSize(1);
      assertThat(node.parities).isEqualTo(node.pieces);
    }
    assertThat(grid.event("checkpoint").getOutcome()).isEqualTo("done");
  }

  @Test
  void aGenerationIsCommittedOnlyWhenEveryMachineHasItsParities() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run(
        "three machines with parities",
        () -> grid.nodes().stream().filter(node -> !node.parities.isEmpty()).count() == 3);
    assertThat(grid.job.generations().committed()).isEmpty();
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("not all pieces were stored in time");
    assertThat(grid.job.generations().committed()).isEmpty();
    grid.node("n3").paritiesStuck = false;
    grid.firstCheckpoint();
  }

  @Test
  void aNodeThatDidNotHearItsOrderGetsItAgain() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run("parities on n4", () -> !grid.node("n4").parities.isEmpty());
    grid.node("n3").paritiesStuck = false;
    grid.reconnect("n3");
    grid.deliverAll();
    assertThat(grid.job.generations().committed()).hasSize(1);
  }

  @Test
  void aFullDiskGivesTheGenerationUpAndSaysWhere() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.node("n2").diskFull = true;
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("the parities on n2 could not be made: the disk is full");
    assertThat(grid.job.generations().committed()).isEmpty();
  }

  @Test
  void twoOfFourMachinesMayDieAtOnce() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.loseAtOnce("n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getTo()).isEqualTo(2);
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("done; rebuilt from parity: rank 1, rank 3");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    for (final String alive : List.of("n1", "n3")) {
      assertThat(grid.node(alive).pieces).isEmpty();
      assertThat(grid.node(alive).parities).isEmpty();
    }
  }

  @Test
  void tooManyLostMachinesFallBackToTheGenerationBefore() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.run("two checkpoints", () -> grid.job.generations().committed().size() == 2);
    final var before = grid.job.generations().committed().getFirst();
    final long newest = grid.job.generations().committed().getLast().number();
    for (final String name : List.of("n1", "n2", "n3")) {
      grid.node(name).pieces.removeIf(piece -> piece.startsWith(newest + "/"));
    }
    grid.node("n4").kill(grid.node("n4").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(before.safePoint());
  }

  @Test
  void tooManyLostMachinesAreSaidWithTheirRanks() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final long generation = grid.job.generations().committed().getLast().number();
    grid.loseAtOnce("n1", "n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo(
            "no checkpoint could be read: of generation "
                + generation
                + " the pieces of ranks 0, 1, 3 are lost; restarted from the beginning");
  }

  @Test
  void aMachineLostWhileParitiesAreMadeCostsTheGenerationOnly() {
    final OneJobGrid grid = OneJobGrid.coded(5, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var committed = grid.job.generations().committed().getLast();
    grid.node("n3").paritiesStuck = true;
    grid.run(
        "the next is being coded",
        () ->
            grid.node("n4").parities.stream()
                .anyMatch(piece -> !piece.startsWith(committed.number() + "/")));
    grid.loseAtOnce("n3");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(committed.safePoint());
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void aWorkerThatEndsWhileParitiesAreMadeDoesNotCostTheGeneration() {
    final OneJobGrid grid = OneJobGrid.coded(5, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var committed = grid.job.generations().committed().getLast();
    grid.node("n3").paritiesStuck = true;
    grid.run(
        "the next is being coded",
        () ->
            grid.node("n4").parities.stream()
                .anyMatch(piece -> !piece.startsWith(committed.number() + "/")));
    grid.deliverAll();
    grid.node("n2").kill(grid.node("n2").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    final var newest = grid.job.generations().committed().getLast();
    assertThat(newest.number()).isGreaterThan(committed.number());
    assertThat(newest.groups()).isEmpty();
    assertThat(grid.job.generations().committed()).contains(committed);
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(newest.safePoint());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo(
            "done, but with only one copy: its parities were not made before a worker was lost");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void paritiesAreOrderedAgainWhenTheCoordinatorStartsAnew() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run("parities on n4", () -> !grid.node("n4").parities.isEmpty());
    grid.deliverAll();
    grid.node("n3").paritiesStuck = false;
    grid.restartCoordinator();
    grid.nodes().forEach(node -> grid.reconnect(node.name()));
    grid.run("works again", () -> !grid.job.relearning());
    grid.deliverAll();
    assertThat(grid.job.generations().committed()).hasSize(1);
  }

  @Test
  void aLoneWorkersPieceIsKeptTwiceAllTheSame() {
    final OneJobGrid grid = OneJobGrid.coded(3, 1, 1, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    assertThat(generation.groups()).isEmpty();
    assertThat(generation.copies()).allMatch(nodes -> nodes.size() == 2);
  }

  @Test
  void itsViewNamesTheCode() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    assertThat(JobViews.of(grid.job).getCheckpoints().getCode()).isEqualTo("2:4");
  }
}
