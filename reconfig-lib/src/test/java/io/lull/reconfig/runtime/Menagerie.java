package io.lull.reconfig.runtime;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.Workers;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.record.RecordShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cells of every kind, in one, two and three dimensions. */
public final class Menagerie implements GridProgram {
  private static final RecordShape SHAPE = new RecordShape();
  private static final RecordShape.DoubleField MASS = SHAPE.doubleField("mass");
  private static final RecordShape.IntField KIND = SHAPE.intField("kind");
  private static final RecordShape.LongField COUNT = SHAPE.longField("count");
  private static final RecordShape.FloatField TINT = SHAPE.floatField("tint");

  private long iterations;
  private Stroll stroll;
  private GridSpace space;
  private FloatGrid floats;
  private LongGrid longs;
  private IntGrid ints;
  private RecordGrid records;

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    iterations = space.parameters().integer("iterations", 10, 1, 1_000_000);
    stroll = Stroll.of(space.parameters());
    floats = space.floatGrid("floats", Extents.of(30, 70), Halo.periodic(1));
    longs = space.longGrid("longs", Extents.of(500), Halo.of(2));
    ints = space.intGrid("ints", Extents.of(8, 9, 10), Halo.of(1));
    records = space.recordGrid("records", SHAPE, Extents.of(20, 25), Halo.of(1));
    space.iterations(iterations);
  }

  @Override
  public void initialise() {
    floats.fill((row, column) -> row + column / 3.0);
    longs.fill((_, _, column) -> column * 1_000_000_007L);
    ints.fill((plane, row, column) -> (int) (plane * 100 + row * 10 + column));
    records.fill((_, row, column, record) -> {
      record.set(MASS, row * 1.5 + column);
      record.set(COUNT, row - column);
      record.set(TINT, column / 7.0f);
    });
  }

  @Override
  public boolean iterate() {
    stroll.pause();
    floats.updateMeasured(
        floats.all(), c -> 0.3f * floats.north(c) + 0.6f * floats.east(c) + floats.at(c, 0, 1, -1));
    longs.update(longs.inner(2), c -> longs.west(c) ^ (longs.at(c, 0, 0, 2) + 3));
    ints.update(ints.all(), c -> ints.above(c) + 3 * ints.below(c) - ints.south(c) + ints.at(c));
    records.update(
        records.all(),
        (c, next) -> {
          next.set(MASS, 0.25 * records.at(c, MASS) + 0.7 * records.at(c, 0, -1, 1, MASS));
          next.set(KIND, records.at(c, KIND) + 1);
          next.set(COUNT, records.at(c, 0, 1, 0, COUNT) * 5 + records.at(c, KIND));
        });
    return space.iteration() + 1 < iterations;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("floats", floats.sum());
    results.value("longs", longs.sum());
    results.value("odd", longs.count(each -> (each & 1) == 1));
    results.value("ints", ints.sum());
    results.value("negative", ints.count(each -> each < 0));
    results.value("mass", records.sum(MASS));
    results.value("kind", records.sum(KIND));
    results.value("count", records.sum(COUNT));
    results.value("exchanged", exchanged(space.workers()) ? 1 : 0);
    results.collect(floats, outputs -> new BinaryRows(outputs.resolve("floats.bin")));
    results.collect(longs, outputs -> new BinaryRows(outputs.resolve("longs.bin")));
    results.collect(ints, outputs -> new BinaryRows(outputs.resolve("ints.bin")));
    results.collect(records, outputs -> new BinaryRows(outputs.resolve("records.bin")));
  }

  private static boolean exchanged(Workers workers) {
    workers.barrier();
    boolean right = workers.sum(1L) == workers.count() && workers.sum(0.5) == workers.count() / 2.0;
    right &= workers.max(workers.rank()) == workers.count() - 1;
    for (int from = 0; from < workers.count(); from++) {
      final byte[] mine = {(byte) workers.rank(), 7};
      right &= Arrays.equals(workers.broadcast(mine, from), new byte[] {(byte) from, 7});
    }
    final List<byte[]> gathered = workers.gather(new byte[workers.rank() + 1]);
    final List<byte[]> toEach = new ArrayList<>();
    for (int to = 0; to < workers.count(); to++) {
      right &= gathered.get(to).length == to + 1;
      toEach.add(new byte[] {(byte) workers.rank(), (byte) to});
    }
    final List<byte[]> fromEach = workers.exchange(toEach);
    for (int from = 0; from < workers.count(); from++) {
      right &= Arrays.equals(fromEach.get(from), new byte[] {(byte) from, (byte) workers.rank()});
    }
    return workers.sum(right ? 0L : 1L) == 0;
  }
}
