package io.lull.reconfig.runtime;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.record.RecordShape;
import java.io.IOException;

/** Grids divided in every way, side by side in one program. */
public final class Divided implements GridProgram {
  private static final RecordShape SHAPE = new RecordShape();
  private static final RecordShape.DoubleField MASS = SHAPE.doubleField("mass");
  private static final RecordShape.IntField KIND = SHAPE.intField("kind");

  private long iterations;
  private Stroll stroll;
  private GridSpace space;
  private DoubleGrid bisected;
  private DoubleGrid fewRows;
  private IntGrid planes;
  private LongGrid columns;
  private DoubleGrid blocks;
  private DoubleGrid alike;
  private DoubleGrid dealt;
  private LongGrid cyclic;
  private RecordGrid records;

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    iterations = space.parameters().integer("iterations", 10, 1, 1_000_000);
    stroll = Stroll.of(space.parameters());
    blocks = space.doubleGrid("blocks", Extents.of(23, 31), Division.blockCyclic(3, 4), Halo.of(0));
    alike = space.doubleGrid("alike", Extents.of(23, 31), Division.blockCyclic(3, 4), Halo.of(0));
    bisected = space.doubleGrid("bisected", Extents.of(23, 31), Halo.of(1));
    fewRows = space.doubleGrid("few rows", Extents.of(2, 40), Division.rows(), Halo.of(1));
    planes = space.intGrid("planes", Extents.of(7, 9, 10), Division.planes(), Halo.periodic(1));
    columns = space.longGrid("columns", Extents.of(300), Division.columns(), Halo.of(2));
    dealt = space.doubleGrid("dealt", Extents.of(23, 31), Division.dealtRows(3), Halo.of(0));
    cyclic = space.longGrid("cyclic", Extents.of(5, 6, 7), Division.cyclic(), Halo.of(0));
    records =
        space.recordGrid("records", SHAPE, Extents.of(40), Division.blockCyclic(3), Halo.of(0));
    space.iterations(iterations);
  }

  @Override
  public void initialise() {
    blocks.fill((row, column) -> row + column / 3.0);
    alike.fill((row, column) -> row * column);
    bisected.fill((row, column) -> row - column);
    fewRows.fill((row, column) -> row * 40 + column);
    planes.fill((plane, row, column) -> (int) (plane * 100 + row * 10 + column));
    columns.fill((_, _, column) -> column * 1_000_000_007L);
    dealt.fill((row, column) -> row + 0.01 * column);
    cyclic.fill((plane, row, column) -> plane * 100 + row * 10 + column);
    records.fill((_, _, column, record) -> record.set(MASS, column / 7.0));
  }

  @Override
  public boolean iterate() {
    stroll.pause();
    final long k = space.iteration() % 23;
    final double[] row = blocks.row(k, 0, 31);
    final double[] column = bisected.column(k, 2, 20);
    final double[] part = fewRows.everywhere(new Region(0, 2, 3, 30));
    blocks.update(
        new Region(k / 2, 23, 3, 29),
        (cell, _, r, c) ->
            0.5 * blocks.at(cell) + 0.01 * row[(int) c] + column[(int) r % 18] - alike.at(cell),
        alike);
    alike.update(alike.inner(2), c -> alike.at(c) * 0.75 + blocks.at(c) * 0.125, blocks);
    bisected.update(
        bisected.all(), c -> 0.3 * bisected.north(c) + 0.6 * bisected.east(c) + part[9]);
    fewRows.update(fewRows.all(), c -> 0.5 * (fewRows.south(c) + fewRows.west(c)) + 1);
    planes.update(planes.all(), c -> planes.above(c) + 3 * planes.below(c) - planes.south(c));
    columns.update(columns.inner(2), c -> columns.west(c) ^ (columns.at(c, 0, 0, 2) + 3));
    dealt.updateRows(
        new Region(1, 23, 2, 31),
        (r, cells) -> {
          for (int c = 1; c < cells.length; c++) {
            cells[c] = 0.5 * cells[c] + 0.25 * cells[c - 1] + 0.001 * r + row[c];
          }
        });
    cyclic.update(new Region(1, 5, 0, 4, 2, 7), c -> cyclic.at(c) * 31 + k);
    records.update(
        records.all(),
        (c, next) -> {
          next.set(MASS, 0.75 * records.at(c, MASS) + 1);
          next.set(KIND, records.at(c, KIND) + 1);
        });
    return space.iteration() + 1 < iterations;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("blocks", blocks.sum());
    results.value("bisected", bisected.sum());
    results.value("few rows", fewRows.sum());
    results.value("planes", planes.sum());
    results.value("columns", columns.sum());
    results.value("dealt", dealt.sum());
    results.value("cyclic", cyclic.sum());
    results.value("mass", records.sum(MASS));
    results.value("kind", records.sum(KIND));
    double everywhere = 0;
    for (final double each : blocks.everywhere(blocks.all())) {
      everywhere = everywhere * 0.5 + each;
    }
    results.value("everywhere", everywhere);
    results.collect(blocks, outputs -> new BinaryRows(outputs.resolve("blocks.bin")));
    results.collect(fewRows, outputs -> new BinaryRows(outputs.resolve("few.bin")));
    results.collect(planes, outputs -> new BinaryRows(outputs.resolve("planes.bin")));
    results.collect(cyclic, outputs -> new BinaryRows(outputs.resolve("cyclic.bin")));
    results.collect(records, outputs -> new BinaryRows(outputs.resolve("records.bin")));
  }
}
