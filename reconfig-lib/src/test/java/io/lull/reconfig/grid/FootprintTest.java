package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.collective.EpochBroken;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Cells of another grid that an update brings together. */
final class FootprintTest {
  private final AtomicReference<Cells> gathered = new AtomicReference<>();

  /** Of a worker that is interrupted while it waits for the others' cells. */
  private GridExchange interrupted(GridExchange exchange) {
    return (GridExchange)
        Proxy.newProxyInstance(
            GridExchange.class.getClassLoader(),
            new Class<?>[] {GridExchange.class},
            (_, method, arguments) -> {
              if (method.getName().equals("take")) {
                gathered.set((Cells) arguments[2]);
                throw new EpochBroken("a peer is lost");
              }
              try {
                return method.invoke(exchange, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void areLetGoWhenTheUpdateIsInterrupted() {
    try (KernelThreads threads = new KernelThreads(() -> 1)) {
      final Alone alone = new Alone(threads);
      final DoubleGrid coarse = alone.doubles(4, 4, Halo.of(1), (_, _) -> 0);
      final DoubleGrid fine =
          new DoubleGrid(
              "fine",
              Extents.of(8, 8),
              Division.bisection(),
              Halo.of(1),
              interrupted(alone.exchange()),
              threads);
      Alone.place(fine);
      assertThatThrownBy(() ->
              coarse.update(
                  coarse.all(),
                  fine,
                  Footprint.ofFiner(1),
                  (_, other, plane, row, column) -> other.at(plane, 2 * row + 1, 2 * column + 1)))
          .isInstanceOf(EpochBroken.class);
      final RegionCells cells = Objects.requireNonNull(gathered.get());
      assertThatThrownBy(() -> cells.read(cells.own(), ByteBuffer.allocate(1 << 10)))
          .isInstanceOf(IllegalStateException.class);
      new GridArray(coarse).drop();
      new GridArray(fine).drop();
    }
  }
}
