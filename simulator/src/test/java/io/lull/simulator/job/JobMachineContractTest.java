package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.coordinator.core.job.Phase;
import io.lull.scheduling.adapt.Contract;
import org.junit.jupiter.api.Test;

/** A job is held to what it is to take from one safe point to the next. */
class JobMachineContractTest {
  private static final int NANOS_PER_CELL = 1_000_000;

  private static OneJobGrid grid(int nodes) {
    final OneJobGrid grid = new OneJobGrid(nodes, OneJobGrid.spec(1, nodes), 400_000);
    grid.nodes().forEach(node -> node.pace.nanosPerCell = NANOS_PER_CELL);
    return grid;
  }

  private static Contract contract(OneJobGrid grid) {
    return grid.job.targets().contract();
  }

  private static OneJobGrid promised(OneJobGrid grid) {
    grid.start();
    assertThat(contract(grid)).isEqualTo(Contract.NONE);
    grid.run("promised", () -> contract(grid).confirmed());
    return grid;
  }

  @Test
  void whatItTakesAtFirstIsWhatItIsPromised() {
    final OneJobGrid grid = promised(grid(3));
    grid.run("measured", () -> contract(grid).atMillis() > 0);
    assertThat(contract(grid).mean()).isCloseTo(0, within(0.05));
    assertThat(contract(grid).isBroken()).isFalse();
  }

  @Test
  void whatItTakesBesideOwnersProgramsIsNotTheRule() {
    final double usual = contract(promised(grid(4))).promisedSeconds();
    final OneJobGrid grid = grid(4);
    grid.start();
    grid.job.memberNodes().forEach(node -> grid.node(node).pace.ownerLoad = 0.5);
    grid.run("promised", () -> contract(grid).confirmed());
    assertThat(contract(grid).promisedSeconds()).isCloseTo(usual, within(usual / 10));
    grid.run("measured", () -> contract(grid).atMillis() > 0);
    assertThat(contract(grid).isBroken()).isTrue();
  }

  @Test
  void itIsBrokenWhenAllNodesAreSlowerAndNothingMoves() {
    final OneJobGrid grid = promised(grid(4));
    grid.nodes().forEach(node -> node.pace.nanosPerCell = 2 * NANOS_PER_CELL);
    grid.run("broken", () -> contract(grid).isBroken());
    final long at = grid.now;
    grid.run("a minute", () -> grid.now > at + 60_000);
    assertThat(grid.events("rebalance")).isEmpty();
    assertThat(grid.events("migrate")).isEmpty();
  }

  @Test
  void onOtherNodesItIsPromisedWhatFollowsFromTheirSpeeds() {
    final OneJobGrid grid = grid(4);
    grid.node("n4").willing = false;
    promised(grid);
    final double before = contract(grid).promisedSeconds();
    grid.ownerLeaves("n4");
    grid.run("grown", () -> grid.job.memberNodes().size() == 4);
    assertThat(contract(grid).confirmed()).isFalse();
    assertThat(contract(grid).promisedSeconds()).isCloseTo(before * 3 / 4, within(before / 100));
    grid.run("measured", () -> contract(grid).confirmed());
    assertThat(contract(grid).promisedSeconds()).isCloseTo(before * 3 / 4, within(before / 5));
  }

  @Test
  void sharingTheDataOutAnewDoesNotMakeASlowNodeTheRule() {
    final OneJobGrid grid = promised(grid(4));
    final double before = contract(grid).promisedSeconds();
    grid.node("n2").pace.nanosPerCell = 4 * NANOS_PER_CELL;
    grid.run("rebalanced", () -> !grid.events("rebalance").isEmpty());
    grid.run("measured", () -> contract(grid).confirmed());
    assertThat(contract(grid).promisedSeconds()).isCloseTo(before, within(before / 8));
    grid.run("broken", () -> contract(grid).isBroken());
  }

  @Test
  void itIsKeptThroughARestartOfTheCoordinator() {
    final OneJobGrid grid = promised(grid(2));
    grid.run("measured", () -> contract(grid).atMillis() > 0);
    final Contract before = contract(grid);
    grid.restartCoordinator();
    assertThat(contract(grid)).isEqualTo(before);
    grid.nodes().forEach(node -> grid.reconnect(node.name()));
    grid.run("computes", () -> grid.job.phase() instanceof Phase.Running);
    assertThat(contract(grid).promisedSeconds()).isEqualTo(before.promisedSeconds());
  }

  @Test
  void afterARecoveryNothingIsPromised() {
    final OneJobGrid grid = promised(grid(3));
    grid.firstCheckpoint();
    grid.loseAtOnce("n2");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(contract(grid)).isEqualTo(Contract.NONE);
  }
}
