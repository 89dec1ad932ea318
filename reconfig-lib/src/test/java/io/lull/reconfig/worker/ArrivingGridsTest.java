package io.lull.reconfig.worker;

import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.here;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;
import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Footprint;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.DeclaredGrids;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.PartitionedState;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.PostCopySource;
import io.lull.reconfig.state.PostCopyTarget;
import io.lull.reconfig.state.StatePlan;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program computes on grids of which each part comes as late as it can: when the program waits
 * for it. Its values are those of one that had them all.
 */
@Timeout(120)
final class ArrivingGridsTest {
  private static final int ROWS = 500;
  private static final int COLUMNS = 700;
  private static final int OTHER_ROWS = 250;
  private static final int OTHER_COLUMNS = 1400;
  private static final Extents SPACE = Extents.of(20, 150, 100);

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final KernelThreads kernels = new KernelThreads(() -> 2);
  private final List<Side> sides = new ArrayList<>();

  /** A worker's grids. */
  final class Side {
    final DeclaredGrids space = new DeclaredGrids(LoneWorker.context(), kernels);
    final DoubleGrid map = space.doubleGrid("map", Extents.of(ROWS, COLUMNS), Halo.of(1));
    final DoubleGrid water = space.doubleGrid("water", Extents.of(ROWS, COLUMNS), Halo.of(1));

    /** Its edges are neighbours. */
    final DoubleGrid torus = space.doubleGrid("torus", Extents.of(ROWS, COLUMNS), Halo.periodic(1));

    /** Their lines are others. */
    final DoubleGrid other =
        space.doubleGrid("other", Extents.of(OTHER_ROWS, OTHER_COLUMNS), Halo.of(1));

    final DoubleGrid solid = space.doubleGrid("solid", SPACE, Halo.of(1));

    /** It is no box, and comes with the change. */
    final DoubleGrid dealt =
        space.doubleGrid("dealt", Extents.of(ROWS, COLUMNS), Division.dealtRows(16), Halo.of(0));

    Side() {
      space.declared();
      sides.add(this);
    }

    PartitionedState state() {
      return space.state();
    }

    void enter() {
      space.enter(new Communicator(1, 0, Collections.singletonList(null), space.calls()));
    }
  }

  @AfterEach
  void end() {
    sides.forEach(side -> side.state().drop());
    kernels.close();
  }

  /** A side with values. */
  private Side filled() {
    final Side side = new Side();
    final StatePlan start = side.state().plan(Holdings.NOTHING, List.of(new Part("a", 1)));
    side.state().prepare(start, "a");
    side.state().commit(start, "a");
    side.enter();
    side.map.fill((row, column) -> Math.sin(row * 31.0 + column));
    side.water.fill((row, column) -> (row * 7 + column * 13) % 11);
    side.other.fill((row, column) -> Math.cos(row + column * 3.0));
    side.solid.fill((plane, row, column) -> plane * 1e4 + row * 1e2 + column);
    side.dealt.fill((row, column) -> row - column);
    side.torus.fill((row, column) -> Math.sin(row * 7.0 + column * 5));
    return side;
  }

  /** A side that takes the place of another, and whose data comes from then on. */
  private final class Successor implements AutoCloseable {
    final Side side = new Side();
    final PostCopySource source;
    final PostCopyTarget target;
    final Thread program = Thread.currentThread();
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private final Thread pump = Thread.ofPlatform().unstarted(this::pump);

    Successor(Side before) throws IOException {
      this(before, true);
    }

    /**
     * @param pumped by a thread of its own
     */
    Successor(Side before, boolean pumped) throws IOException {
      final StatePlan first = before.state().plan(Holdings.NOTHING, List.of(new Part("a", 1)));
      final Layout.Builder layout =
          Layout.newBuilder().addMembers(Member.newBuilder().setWorker("a").setWeight(1));
      first.describe(layout);
      final Holdings held = new Holdings(layout.build(), List.of("a"), List.of(), false);
      final StatePlan plan = side.state().plan(held, List.of(new Part("b", 1)));
      final var following =
          plan.transfers().stream()
              .filter(transfer -> side.state().mayFollow(plan, transfer))
              .toList();
      assertThat(following).hasSize(5);
      source = before.state().holdBack(plan, following, "a");
      final var room = side.state().prepare(plan, "b");
      target = side.state().await(plan, following);
      for (final var transfer : plan.transfers()) {
        if (!following.contains(transfer)) {
          try (var reader = before.state().live().read(plan, transfer)) {
            final ByteBuffer chunk = buffer(reader.mostChunkBytes());
            while (reader.next(chunk.clear()) >= 0) {
              room.write(transfer, chunk.flip());
            }
          }
        }
      }
      before.state().commit(plan, "a");
      side.state().commit(plan, "b");
      side.enter();
      if (pumped) {
        pump.start();
      }
    }

    private static ByteBuffer buffer(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    void send(int chunks) {
      final ByteBuffer chunk = buffer(source.mostChunkBytes());
      try {
        for (int i = 0; i < chunks && source.next(chunk.clear()) >= 0; i++) {
          target.write("a", chunk.flip());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** A chunk at a time, whenever the program waits. */
    private void pump() {
      try {
        final ByteBuffer chunk = buffer(source.mostChunkBytes());
        while (source.next(chunk.clear()) >= 0) {
          while (program.getState() != Thread.State.WAITING && !closed) {
            Thread.onSpinWait();
          }
          target.write("a", chunk.flip());
        }
      } catch (IOException | RuntimeException e) {
        failure = e;
        target.lose(e.toString());
      } finally {
        source.release();
      }
    }

    @Override
    public void close() {
      closed = true;
      try {
        pump.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      assertThat(failure).isNull();
    }
  }

  static Stream<Function<Side, Object>> work() {
    return Stream.of(
        side -> {
          side.water.apply(
              side.water.inner(1), north().plus(south()).plus(west().plus(east())).times(0.25));
          return List.of(side.water.sum(), side.map.sum());
        },
        side ->
            side.water.applyMeasured(side.water.inner(3), north().plus(here()).times(0.5))
                + side.water.sum(),
        side -> {
          side.water.update(
              side.water.inner(1),
              c -> side.water.at(c) + side.map.north(c) * side.map.south(c),
              side.map);
          side.map.update(side.map.all(), c -> side.map.at(c) + side.water.at(c));
          return List.of(side.water.sum(), side.map.sum());
        },
        side -> {
          side.solid.update(side.solid.inner(1), c -> side.solid.at(c) + side.solid.north(c));
          return side.solid.sum();
        },
        side -> {
          side.torus.apply(
              side.torus.all(), north().plus(south()).plus(west().plus(east())).times(0.25));
          return List.of(side.torus.sum(), side.torus.row(0, 0, COLUMNS)[3]);
        },
        side -> {
          side.other.update(side.other.all(), c -> side.other.at(c) * 2);
          return side.other.sum();
        },
        side -> side.map.sum(c -> side.map.at(c) * side.map.at(c)),
        side -> side.map.row(ROWS - 1, 0, COLUMNS),
        side -> {
          side.map.fill((row, column) -> row);
          return List.of(side.map.sum(), side.water.sum());
        },
        side -> {
          side.dealt.update(side.dealt.all(), c -> side.dealt.at(c) + 1);
          return List.of(side.dealt.sum(), side.other.sum());
        },
        side -> {
          side.other.update(
              new Region(0, OTHER_ROWS, 0, COLUMNS),
              side.map,
              new Footprint(1, 1, 0, 0),
              (own, view, plane, row, column) -> own + view.at(plane, row, column));
          return side.other.sum();
        });
  }

  @ParameterizedTest
  @MethodSource("work")
  void aProgramSeesEachCellOnlyWhenItIsThere(Function<Side, Object> work) throws Exception {
    final Object expected = work.apply(filled());
    try (Successor successor = new Successor(filled())) {
      assertThat(work.apply(successor.side)).isEqualTo(expected);
    }
  }

  @Test
  void anySequenceOfWorkComesToTheSame() throws Exception {
    final List<Function<Side, Object>> all = work().toList();
    for (int round = 0; round < 8; round++) {
      final Side alone = filled();
      try (Successor successor = new Successor(filled())) {
        for (int step = 0; step < 4; step++) {
          final Function<Side, Object> next = all.get(random.nextInt(all.size()));
          assertThat(next.apply(successor.side)).isEqualTo(next.apply(alone));
        }
      }
    }
  }

  @Test
  void aSweepGoesAsFarAsLinesAndTheirNeighboursHaveCome() throws Exception {
    assertThat(filled().state().arriving()).isNull();
    final Successor successor = new Successor(filled(), false);
    // Three of each of two other grids, then the first lines of the three that are alike.
    successor.send(3 + 3 + 3);
    final List<Region> parts = new ArrayList<>();
    final var arriving = Objects.requireNonNull(successor.side.state().arriving());
    arriving.inOrder(
        successor.side.map.inner(1),
        new GridArray(successor.side.map).shape(),
        new Reach(0, 1, 1),
        part -> {
          parts.add(part);
          successor.send(3);
        });
    final int lines = (1 << 20) / (COLUMNS * Double.BYTES);
    assertThat(parts.stream().map(Region::rowFrom)).containsExactly(1L, lines - 1L, 2 * lines - 1L);
    assertThat(parts.stream().map(Region::rowTo))
        .containsExactly(lines - 1L, 2 * lines - 1L, ROWS - 1L);
    successor.source.release();
  }
}
