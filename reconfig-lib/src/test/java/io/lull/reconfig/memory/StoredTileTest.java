package io.lull.reconfig.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StoredTileTest {
  private static final byte OLD = 7;

  record Case(Region grid, Region own, int width, int dimensions, int cellBytes) {}

  static Stream<Case> cases() {
    final Region flat = new Region(0, 130, 0, 140);
    return Stream.of(
        new Case(flat, flat, 1, 2, 8),
        new Case(flat, flat, 1, 2, 1),
        new Case(flat, new Region(0, 60, 0, 70), 2, 2, 8),
        new Case(flat, new Region(60, 130, 70, 140), 2, 2, 4),
        new Case(flat, new Region(1, 129, 1, 139), 3, 2, 8),
        new Case(flat, new Region(20, 100, 20, 100), 3, 2, 8),
        new Case(flat, new Region(0, 130, 30, 33), 64, 2, 8),
        new Case(flat, new Region(0, 2, 0, 3), 1, 2, 8),
        new Case(flat, new Region(0, 60, 0, 70), 0, 2, 8),
        new Case(new Region(0, 1, 0, 5000), new Region(0, 1, 0, 2500), 2, 1, 8),
        new Case(new Region(0, 1, 0, 5000), new Region(0, 1, 2500, 5000), 2, 1, 1),
        new Case(new Region(0, 20, 0, 21, 0, 22), new Region(0, 10, 11, 21, 0, 22), 1, 3, 8),
        new Case(new Region(0, 20, 0, 21, 0, 22), new Region(10, 20, 5, 10, 3, 22), 2, 3, 8));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hasZerosWhereTheGridHasNoCells(Case of) {
    final Tile tile = Tile.of(of.own(), Reach.of(of.width(), of.dimensions()));
    final Storage storage = Storage.of(tile.length() * of.cellBytes());
    storage.segment().fill(OLD);
    new StoredTile(tile, storage).clearBeyond(of.grid(), of.cellBytes());
    for (long plane = of.own().planeFrom() - tile.halo().planes();
        plane < of.own().planeTo() + tile.halo().planes();
        plane++) {
      for (long row = of.own().rowFrom() - tile.halo().rows();
          row < of.own().rowTo() + tile.halo().rows();
          row++) {
        for (long column = of.own().columnFrom() - of.width();
            column < of.own().columnTo() + of.width();
            column++) {
          if (!of.grid().contains(plane, row, column)) {
            final long at = tile.index(plane, row, column) * of.cellBytes();
            assertThat(storage.segment().asSlice(at, of.cellBytes()).toArray(ValueLayout.JAVA_BYTE))
                .as("plane %d, row %d, column %d", plane, row, column)
                .containsOnly(0);
          }
        }
      }
    }
    storage.letGo();
  }
}
