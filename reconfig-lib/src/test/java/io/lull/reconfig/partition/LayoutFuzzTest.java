package io.lull.reconfig.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.wire.Tiling;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Shape;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A layout comes from a store or a piece: a damaged one is refused. */
final class LayoutFuzzTest {
  private static final int RANKS = 4;
  private static final List<Double> EVENLY = Collections.nCopies(RANKS, 1.0);
  private static final Extents EXTENTS = Extents.of(40, 30);

  @RegisterExtension private final Seed seed = Seed.ofThisRun();

  @Test
  void aDamagedTilingIsRefused() {
    for (final Division division :
        List.of(
            Division.bisection(),
            Division.columns(),
            Division.blockCyclic(3, 5),
            Division.dealtRows(3))) {
      final Shape shape = new Shape(EXTENTS, Double.BYTES, division);
      final Fuzzer.Result result =
          new Fuzzer(seed, "tiling " + division)
              .messages(LayoutCodec.of(division.among(EXTENTS, EVENLY), shape))
              .refusals(InvalidProtocolBufferException.class, IllegalArgumentException.class)
              .run(bytes -> use(Tiling.parseFrom(bytes), shape));
      assertThat(result.accepted()).isPositive();
    }
  }

  private static final Division.Dealt ROWS = (Division.Dealt) Division.dealtRows(3);
  private static final List<Integer> TURNS = List.of(0, 2, 1, 3, 0, 1);

  @Test
  void turnsAreKept() {
    final Shape shape = new Shape(EXTENTS, Double.BYTES, ROWS);
    final Distribution dealt = ROWS.byTurns(EXTENTS, TURNS);
    final Tiling tiling = LayoutCodec.of(dealt, shape);
    assertThat(LayoutCodec.distribution(tiling, shape, RANKS)).isEqualTo(dealt);
    assertThat(tiling.getProcessesList()).as("what earlier versions go by").isEmpty();
  }

  @Test
  void damagedTurnsAreRefused() {
    final Shape shape = new Shape(EXTENTS, Double.BYTES, ROWS);
    final Fuzzer.Result result =
        new Fuzzer(seed, "turns")
            .messages(LayoutCodec.of(ROWS.byTurns(EXTENTS, TURNS), shape))
            .refusals(InvalidProtocolBufferException.class, IllegalArgumentException.class)
            .run(bytes -> use(Tiling.parseFrom(bytes), shape));
    assertThat(result.accepted()).isPositive();
  }

  private static void use(Tiling tiling, Shape shape) {
    if (!LayoutCodec.isOf(tiling, shape)) {
      throw new IllegalArgumentException("of another grid");
    }
    final Distribution distribution = LayoutCodec.distribution(tiling, shape, RANKS);
    for (int rank = 0; rank < distribution.size(); rank++) {
      assertThat(distribution.owned(rank).cells()).isNotNegative();
    }
  }
}
