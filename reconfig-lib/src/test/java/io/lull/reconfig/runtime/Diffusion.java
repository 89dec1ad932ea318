package io.lull.reconfig.runtime;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.Value;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two grids of different kinds and a number: everything that a change has to carry along. */
public final class Diffusion implements GridProgram {
  private long iterations;
  private Stroll stroll;
  private GridSpace space;
  private DoubleGrid heat;
  private ByteGrid marks;
  private Value change;

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    iterations = space.parameters().integer("iterations", 10, 1, 1_000_000);
    stroll = Stroll.of(space.parameters());
    final long rows = space.parameters().integer("rows", 37, 1, 100_000);
    final long columns = space.parameters().integer("columns", 53, 1, 100_000);
    heat = space.doubleGrid("heat", rows, columns, Halo.of(1));
    marks = space.byteGrid("marks", rows, columns, Halo.periodic(2));
    change = space.value("change", -1);
    space.iterations(iterations);
  }

  @Override
  public void initialise() {
    heat.fill((row, column) -> row == 0 ? 1 : Math.sin(row * 31.0 + column));
    marks.fill((row, column) -> (int) ((row * 7 + column * 13) & 1));
  }

  @Override
  public boolean iterate() {
    stroll.pause();
    change.set(
        heat.updateMeasured(
            heat.inner(1),
            c -> 0.25 * ((heat.north(c) + heat.south(c)) + (heat.west(c) + heat.east(c)))));
    marks.update(
        marks.all(),
        c -> (marks.at(c, -2, -2) + marks.at(c, 2, 1) + marks.north(c) + 3 * marks.at(c)) & 0x7f);
    return space.iteration() + 1 < iterations;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("sum", heat.sum());
    results.value("ones", marks.count(mark -> (mark & 1) == 1));
    results.value("change", change.get());
    results.collect(heat, outputs -> new Rows(outputs.resolve("heat.f64")));
    results.collect(
        marks,
        outputs -> {
          final var out = Files.newOutputStream(outputs.resolve("marks.bin"));
          return new Results.ByteRows() {
            @Override
            public void row(long row, byte[] values) throws IOException {
              out.write(values);
            }

            @Override
            public void close() throws IOException {
              out.close();
            }
          };
        });
  }

  private static final class Rows implements Results.DoubleRows {
    private final java.io.OutputStream out;

    Rows(Path file) throws IOException {
      out = new java.io.BufferedOutputStream(Files.newOutputStream(file));
    }

    @Override
    public void row(long row, double[] values) throws IOException {
      final ByteBuffer bytes = ByteBuffer.allocate(values.length * Double.BYTES);
      bytes.asDoubleBuffer().put(values);
      out.write(bytes.array());
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
