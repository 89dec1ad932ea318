package io.lull.reconfig.grid;

import io.lull.protocol.architecture.Exempt;
import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Tile;
import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tries whether a kernel reads cells that it may not read: before its first use, of some cells that
 * are not the program's. All grids of the same size show it a small box of random cells; if the new
 * value of the cell in the middle changes when only cells beyond the halo do, or neighbours in a
 * grid that the update does not name, the kernel reads these. The real cells are then read as fast
 * as if nobody looked.
 *
 * <p>What it cannot tell, it lets pass: a kernel that gives another value each time, one that
 * throws on such cells, and one that reads so far only for values which do not come up. Used by the
 * program's thread.
 */
@Exempt(
    from = Exempt.Rule.TIME_AND_CHANCE,
    because = "the cells that a kernel is tried on are the same each time: their seed is fixed")
final class ReachCheck {
  private static final int ROUNDS = 8;

  /** Of a box; grids whose halo asks for a larger one are not tried. */
  private static final int MOST_CELLS = 1 << 17;

  /** So many kernels of a grid are tried; a program has one for each place in its source. */
  private static final int MOST_KERNELS = 64;

  private static final long SEED = 42;

  private record Known(Class<?> kernel, List<? extends GridMemory> reads) {}

  /** A grid's part in a trial. */
  private record Shown(GridMemory grid, MemorySegment cells, boolean named) {
    void scramble(long cell, Random random) {
      switch (grid.layout()) {
        case ValueLayout.OfDouble of -> cells.setAtIndex(of, cell, random.nextDouble());
        case ValueLayout.OfFloat of -> cells.setAtIndex(of, cell, random.nextFloat());
        case ValueLayout.OfLong of -> cells.setAtIndex(of, cell, random.nextInt(4));
        case ValueLayout.OfInt of -> cells.setAtIndex(of, cell, random.nextInt(4));
        case ValueLayout.OfByte of -> scramble(of, cell, random);
        default -> throw new IllegalStateException("no grid has cells of " + grid.layout());
      }
    }

    /** A byte, which often is a flag, or all those of a record. */
    private void scramble(ValueLayout.OfByte of, long cell, Random random) {
      final int bytes = grid.shape().cellBytes();
      for (int i = 0; i < bytes; i++) {
        cells.set(of, cell * bytes + i, (byte) (bytes == 1 ? random.nextInt(2) : random.nextInt()));
      }
    }
  }

  /** What a grid's kernels see. */
  private record View(GridMemory grid, MemorySegment cells, long stride, long planeStride) {
    static View of(GridMemory grid) {
      return new View(grid, grid.cells, grid.stride, grid.planeStride);
    }

    void show() {
      grid.cells = cells;
      grid.stride = stride;
      grid.planeStride = planeStride;
    }
  }

  private final GridMemory target;
  private final GridExchange exchange;
  private final KernelThreads threads;
  private final Set<Known> known = new HashSet<>();

  ReachCheck(GridMemory target, GridExchange exchange, KernelThreads threads) {
    this.target = target;
    this.exchange = exchange;
    this.threads = threads;
  }

  /**
   * @param kernel known by its class: each place in a source has its own
   * @param reads of whose neighbouring cells the new values are made; alike
   * @param value of a cell, as a kernel makes it
   * @throws IllegalArgumentException when the kernel reads others
   */
  void before(Object kernel, List<? extends GridMemory> reads, LongUnaryOperator value) {
    target.placement();
    threads.requireIdle();
    final Known present = new Known(kernel.getClass(), reads);
    if (known.size() < MOST_KERNELS && !known.contains(present)) {
      final int dimensions = target.shape().extents().dimensions();
      final int width = target.halo().width();
      final Tile tile = tile(Reach.of(2 * width + 1, dimensions));
      if (tile.length() <= MOST_CELLS) {
        threads.run(0, 1, 1, (_, _) -> attempt(tile, Reach.of(width, dimensions), reads, value));
      }
      known.add(present);
    }
  }

  /**
   * As {@link #before(Object, List, LongUnaryOperator)}, a kernel that knows where a cell is. It
   * may do otherwise at every second place; so it is tried at two in each dimension, in the middle
   * of where it is to be used.
   */
  void before(IndexedKernel kernel, List<? extends GridMemory> reads, Region area) {
    final Region used = area.intersect(target.shape().all());
    if (used.isEmpty()) {
      return;
    }
    final long plane = middle(used.planeFrom(), used.planeTo());
    final long row = middle(used.rowFrom(), used.rowTo());
    final long column = middle(used.columnFrom(), used.columnTo());
    final Region places =
        used.intersect(new Region(plane, plane + 2, row, row + 2, column, column + 2));
    before(
        (Object) kernel,
        reads,
        c -> {
          long all = 0;
          for (long p = places.planeFrom(); p < places.planeTo(); p++) {
            for (long r = places.rowFrom(); r < places.rowTo(); r++) {
              for (long i = places.columnFrom(); i < places.columnTo(); i++) {
                all = 31 * all + Double.doubleToLongBits(kernel.at(c, p, r, i));
              }
            }
          }
          return all;
        });
  }

  private static long middle(long from, long to) {
    return from + (to - 1 - from) / 2;
  }

  private static Tile tile(Reach around) {
    return Tile.of(new Region(0, 1, 0, 1, 0, 1), around);
  }

  private void attempt(
      Tile tile, Reach halo, List<? extends GridMemory> reads, LongUnaryOperator value) {
    final List<Shown> shown = new ArrayList<>();
    final List<View> views = new ArrayList<>();
    try {
      for (final GridMemory grid : alike(reads)) {
        // Outside of the heap, like the program's own: the compiler is to see one kind only.
        final MemorySegment cells =
            Arena.ofAuto().allocate(tile.length() * grid.shape().cellBytes(), Long.BYTES);
        shown.add(new Shown(grid, cells, reads.contains(grid)));
        views.add(View.of(grid));
        new View(grid, cells, tile.stride(), tile.planeStride()).show();
      }
      for (int round = 0; round < ROUNDS; round++) {
        play(tile, halo, shown, value, new Random(SEED + round));
      }
    } catch (OutOfMemoryError e) {
      // It is not known whether the kernel is right; it runs all the same.
    } finally {
      views.forEach(View::show);
    }
  }

  private Set<GridMemory> alike(List<? extends GridMemory> reads) {
    final Set<GridMemory> all = new LinkedHashSet<>(reads);
    exchange.grids().stream().filter(each -> each.isAlike(target)).forEach(all::add);
    return all;
  }

  private void play(
      Tile tile, Reach halo, List<Shown> shown, LongUnaryOperator value, Random random) {
    final Region none = new Region(0, 0, 0, 0, 0, 0);
    shown.forEach(each -> scramble(each, tile, none, random));
    final @Nullable Long before = value(value, tile);
    if (before == null || !before.equals(value(value, tile))) {
      return;
    }
    for (final Shown each : shown) {
      scramble(each, tile, each.named() ? tile.own().grow(halo) : tile.own(), random);
      final @Nullable Long after = value(value, tile);
      if (after != null && !after.equals(before)) {
        throw mistake(each);
      }
    }
  }

  /** Other cells everywhere but there. */
  private static void scramble(Shown shown, Tile tile, Region but, Random random) {
    final Region box = tile.own().grow(tile.halo());
    for (long plane = box.planeFrom(); plane < box.planeTo(); plane++) {
      for (long row = box.rowFrom(); row < box.rowTo(); row++) {
        for (long column = box.columnFrom(); column < box.columnTo(); column++) {
          final Region cell = new Region(plane, plane + 1, row, row + 1, column, column + 1);
          if (but.intersect(cell).isEmpty()) {
            shown.scramble(tile.index(plane, row, column), random);
          }
        }
      }
    }
  }

  private static @Nullable Long value(LongUnaryOperator value, Tile tile) {
    try {
      return value.applyAsLong(tile.index(0, 0, 0));
    } catch (RuntimeException e) {
      // It will be thrown again where the program's own cells are the reason.
      return null;
    }
  }

  private IllegalArgumentException mistake(Shown shown) {
    final String which = "the kernel of an update of grid " + target.name() + " reads ";
    return new IllegalArgumentException(
        shown.named()
            ? which
                + "cells of grid "
                + shown.grid().name()
                + " beyond its halo, which is "
                + shown.grid().halo().width()
                + " wide: declare it with a wider one"
            : which
                + "neighbours in grid "
                + shown.grid().name()
                + ": name that grid after the kernel, so that they are brought");
  }
}
