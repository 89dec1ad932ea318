package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.GridDivision;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Tiling;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which part of a job's data each worker has. */
class LayoutSharesTest {
  private static final GridDivision DEALT_ROWS =
      GridDivision.newBuilder().addBlockLengths(4).addBlockLengths(9).setDealtLines(2).build();

  private static Layout layout(Tiling... tilings) {
    return Layout.newBuilder()
        .addMembers(Member.newBuilder().setWorker("a"))
        .addMembers(Member.newBuilder().setWorker("b"))
        .addAllTilings(List.of(tilings))
        .build();
  }

  private static Tiling dealt(Integer... turns) {
    return Tiling.newBuilder()
        .addExtents(90)
        .addExtents(9)
        .setDivision(DEALT_ROWS)
        .addAllTurns(List.of(turns))
        .build();
  }

  private static Tiling boxes() {
    return Tiling.newBuilder().addExtents(8).addEnds(0).addEnds(6).addEnds(6).addEnds(8).build();
  }

  @Test
  void boxesCountByTheirCells() {
    assertThat(LayoutShares.of(layout(boxes()))).containsExactly(0.75, 0.25);
  }

  @Test
  void dealtLinesCountByTheirTurns() {
    assertThat(LayoutShares.of(layout(dealt(0, 1, 0, 0, 0), dealt(0, 1, 0, 0, 0))))
        .containsExactly(0.8, 0.2);
    assertThat(LayoutShares.of(layout(dealt()))).as("in order").containsExactly(0.5, 0.5);
  }

  @Test
  void whereDealtLinesLieBesideBoxesWeightsDecideNothing() {
    assertThat(LayoutShares.of(layout(dealt(), boxes()))).isEmpty();
  }

  @Test
  void neitherDoTheyInSeveralDimensions() {
    final Tiling everywhere =
        dealt().toBuilder()
            .setDivision(GridDivision.newBuilder().addBlockLengths(4).addBlockLengths(4))
            .addProcesses(1)
            .addProcesses(2)
            .build();
    assertThat(LayoutShares.of(layout(everywhere))).isEmpty();
  }
}
