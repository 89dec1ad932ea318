package io.lull.reconfig.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Tiling;
import io.lull.reconfig.distribution.Balance;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Holding;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan says of the state for later changes. */
class RegionPlanTest {
  private static final Extents EXTENTS = Extents.of(30, 40);

  @Test
  void aLayoutSaysHowMuchDataThereIs() {
    final List<Shape> shapes =
        List.of(
            new Shape(EXTENTS, 8),
            new Shape(EXTENTS, 8, Division.dealtRows(4)),
            new Shape(EXTENTS, 1));
    final Layout.Builder layout = Layout.newBuilder();
    RegionPlan.of(
            shapes,
            Holding.NOTHING,
            TransferPlan.of(
                shapes,
                Holding.NOTHING,
                List.of(new Part("a", 1), new Part("b", 2)),
                Balance.USUAL))
        .describe(layout);
    assertThat(layout.getTilingsList()).extracting(Tiling::getCellBytes).containsExactly(9L, 8L);
  }
}
