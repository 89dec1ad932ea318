package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.collective.ComputingTime;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.model.DeclaredGrids;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.transfer.ChangeTransfers;
import io.lull.reconfig.transfer.PreCopied;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes among workers in one process: whatever the divisions, every cell keeps its value. */
@Timeout(120)
final class TransferEngineTest {
  private static final WorkerPieces NO_PIECES = new WorkerPieces(Path.of(""), Path.of(""), null);
  private static final int MOST_WORKERS = 6;
  private static final int CHANGES = 12;
  private static final long HOURS_MILLIS = 10_000_000;

  /** Of a frame and of a chunk. */
  private static final long MOST_HEAD_BYTES = 80;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  /** What the program of all workers declares. */
  private interface Declared {
    void in(GridSpace space);
  }

  /** One worker. */
  private static final class Side implements AutoCloseable {
    private final DeclaredGrids space;
    private final Links links;
    private final TransferReceiver receiver;
    private final TransferEngine engine;
    private final Member member;

    Side(String name, double weight, KernelThreads kernels, Declared declared) throws IOException {
      space = new DeclaredGrids(LoneWorker.context(), kernels);
      declared.in(space);
      space.declared();
      receiver = new TransferReceiver(SystemClock.INSTANCE);
      links = LoopbackLinks.of(name, receiver);
      engine = new TransferEngine(name, links, receiver, SystemClock.INSTANCE);
      member =
          Member.newBuilder()
              .setWorker(name)
              .setHost(links.host())
              .setPort(links.port())
              .setWeight(weight)
              .build();
    }

    ChangeTransfers transfers(Reconfigure order) {
      return transfers(ChangePlan.of(order, space.state()));
    }

    private ChangeTransfers transfers(ChangePlan change) {
      return change.transfers(
          member.getWorker(),
          space.state(),
          NO_PIECES,
          ReplicatedState.getDefaultInstance(),
          PreCopied.NOTHING);
    }

    ChangePlan carryOut(Reconfigure order) throws InterruptedException {
      final ChangePlan change = ChangePlan.of(order, space.state());
      final TransferEngine.Outcome outcome = engine.carryOut(transfers(change));
      assertThat(outcome.failure()).isNull();
      checkSent(change, outcome);
      final int rank = change.rankOf(member.getWorker());
      space.state().commit(change.plan(), member.getWorker());
      if (rank >= 0) {
        space.enter(
            new ChangePreparation.Ready(change, outcome)
                .group(rank, space.calls(), new ComputingTime(SystemClock.INSTANCE, () -> 0)));
      }
      return change;
    }

    /** What went out: every byte that others get from here, and little beside that. */
    private void checkSent(ChangePlan change, TransferEngine.Outcome outcome) {
      final List<StateTransfer> mine =
          change.plan().transfers().stream()
              .filter(each -> each.from().equals(member.getWorker()) && !each.isLocal())
              .toList();
      final long bytes = mine.stream().mapToLong(StateTransfer::bytes).sum();
      final long chunks =
          mine.stream().mapToLong(each -> 2 + 2 * each.bytes() / TransferReader.CHUNK_BYTES).sum();
      if (mine.isEmpty()) {
        assertThat(outcome.sentBytes()).isZero();
      } else {
        assertThat(outcome.sentBytes())
            .isGreaterThan(bytes)
            .isLessThanOrEqualTo(bytes + chunks * MOST_HEAD_BYTES);
      }
    }

    void fill() {
      space
          .grids()
          .forEach(grid -> {
            switch (grid) {
              case DoubleGrid doubles -> doubles.fill(TransferEngineTest::value);
              case IntGrid ints -> ints.fill((p, r, c) -> (int) value(p, r, c));
              default -> throw new AssertionError("a grid of another kind");
            }
          });
    }

    void check(ChangePlan change) {
      final int rank = change.rankOf(member.getWorker());
      for (int g = 0; rank >= 0 && g < space.grids().size(); g++) {
        final Distribution distribution = space.state().allotment().grids().get(g);
        final IndexSet owned = distribution.owned(rank);
        final RegionCells cells = new GridArray(space.grids().get(g)).present();
        final ByteBuffer read =
            ByteBuffer.allocate((int) owned.cells() * cells.cellBytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        cells.read(new Packing(owned, distribution), 0, owned.cells(), read);
        read.flip();
        final LongAdder wrong = new LongAdder();
        new Packing(owned, Places.OWN)
            .strips(strip -> {
              for (long s = 0; s < strip.count(); s++) {
                for (long i = 0; i < strip.length(); i++) {
                  final double is =
                      cells.cellBytes() == Double.BYTES ? read.getDouble() : read.getInt();
                  if (is != value(strip.plane(), strip.row(), strip.columnOf(s) + i)) {
                    wrong.increment();
                  }
                }
              }
            });
        assertThat(wrong.sum()).as(distribution.toString()).isZero();
      }
    }

    /** Each byte that came has been counted once. */
    void checkArrived(ChangePlan change) {
      final TransferReceiver.Arrived arrived = receiver.arrived(change.epoch() - 1);
      assertThat(arrived.bytes()).isEqualTo(arrived.ofBytes());
    }

    @Override
    public void close() {
      links.close();
      space.state().drop();
    }
  }

  private static double value(long plane, long row, long column) {
    return plane * 1_000_000 + row * 1000 + column;
  }

  private void carryOutChanges(int changes, Declared declared) throws Exception {
    final List<Side> sides = new ArrayList<>();
    try (KernelThreads kernels = new KernelThreads(() -> 1);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < MOST_WORKERS; i++) {
        sides.add(new Side("w" + i, 1 + random.nextInt(3), kernels, declared));
      }
      Layout layout = Layout.getDefaultInstance();
      List<Side> present = List.of();
      for (int epoch = 1; epoch <= changes + 1; epoch++) {
        final List<Side> next = new ArrayList<>(sides);
        Collections.shuffle(next, java.util.Random.from(random));
        next.subList(1 + random.nextInt(MOST_WORKERS), MOST_WORKERS).clear();
        final Reconfigure.Builder order =
            Reconfigure.newBuilder().setEpoch(epoch).setDeadlineMillis(60_000);
        next.forEach(side -> order.addMembers(side.member));
        if (present.isEmpty()) {
          order.setFresh(Fresh.getDefaultInstance());
        } else {
          order.setLive(Live.newBuilder().setLayout(layout));
        }
        final Set<Side> all = new LinkedHashSet<>(present);
        all.addAll(next);
        final Reconfigure ordered = order.build();
        final boolean first = present.isEmpty();
        final List<Callable<ChangePlan>> work = new ArrayList<>();
        for (final Side side : all) {
          work.add(() -> {
            final ChangePlan change = side.carryOut(ordered);
            if (first) {
              side.fill();
            }
            side.checkArrived(change);
            side.check(change);
            return change;
          });
        }
        for (final Future<ChangePlan> done : threads.invokeAll(work)) {
          layout = done.get().layout();
        }
        present = next;
      }
    } finally {
      sides.forEach(Side::close);
    }
  }

  private Division division(Extents extents) {
    return switch (random.nextInt(6)) {
      case 0 -> Division.bisection();
      case 1 -> Division.columns();
      case 2 -> extents.dimensions() > 1 ? Division.rows() : Division.columns();
      case 3 -> Division.cyclic();
      case 4 -> Division.dealtColumns(1 + random.nextInt(5));
      default -> Division.blockCyclic(random.longs(extents.dimensions(), 1, 10).toArray());
    };
  }

  @Test
  void gridsOfEveryDivisionAndDimensionKeepTheirCells() throws Exception {
    for (int round = 0; round < 2; round++) {
      final Extents line = Extents.of(40 + random.nextInt(500));
      final Extents plane = Extents.of(20 + random.nextInt(50), 20 + random.nextInt(50));
      final Extents cube = Extents.of(6 + random.nextInt(8), 7, 8 + random.nextInt(9));
      final Division one = division(line);
      final Division two = division(plane);
      final Division three = division(cube);
      carryOutChanges(
          CHANGES,
          space -> {
            space.doubleGrid("line", line, one, Halo.of(0));
            space.doubleGrid("plane", plane, two, Halo.of(0));
            space.intGrid("cube", cube, three, Halo.of(0));
            space.doubleGrid("bisected", plane, Halo.of(1));
            space.intGrid("few", Extents.of(3, 4), Division.rows(), Halo.of(1));
            space.intGrid("fewer", Extents.of(3, 4), Division.blockCyclic(4, 2), Halo.of(0));
          });
    }
  }

  @Test
  void whatIsDealtOutTravelsInSeveralChunks() throws Exception {
    carryOutChanges(
        5,
        space -> {
          space.doubleGrid("blocks", Extents.of(900, 800), Division.blockCyclic(7, 33), Halo.of(0));
          space.doubleGrid("cyclic", Extents.of(700, 600), Division.cyclic(), Halo.of(0));
          space.doubleGrid("line", Extents.of(600_000), Division.cyclic(), Halo.of(0));
        });
  }

  /** Reads what stays, and has a mistake where something is to be sent. */
  private static StateSource withAMistake(StateSource live) {
    return new StateSource() {
      @Override
      public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
        if (transfer.isLocal()) {
          return live.read(plan, transfer);
        }
        throw new IllegalStateException("a mistake");
      }

      @Override
      public boolean copy(StatePlan plan, StateTransfer transfer, TransferTarget target) {
        return live.copy(plan, transfer, target);
      }
    };
  }

  @Test
  void aMistakeWhileStateIsSentEndsTheChangeAtOnce() throws Exception {
    final Declared line = space -> space.doubleGrid("line", Extents.of(1000), Halo.of(0));
    try (KernelThreads kernels = new KernelThreads(() -> 1);
        ExecutorService threads = Executors.newCachedThreadPool();
        Side holder = new Side("w0", 1, kernels, line);
        Side joiner = new Side("w1", 1, kernels, line)) {
      final Reconfigure.Builder order =
          Reconfigure.newBuilder()
              .setEpoch(1)
              .setDeadlineMillis(HOURS_MILLIS)
              .addMembers(holder.member);
      final ChangePlan first =
          holder.carryOut(order.clone().setFresh(Fresh.getDefaultInstance()).build());
      final Reconfigure join =
          order
              .setEpoch(2)
              .addMembers(joiner.member)
              .setLive(Live.newBuilder().setLayout(first.layout()))
              .build();
      final Future<TransferEngine.Outcome> awaiting =
          threads.submit(() -> joiner.engine.carryOut(joiner.transfers(join)));
      final ChangeTransfers whole = holder.transfers(join);
      final TransferEngine.Outcome outcome =
          holder.engine.carryOut(
              new ChangeTransfers(
                  whole.epoch(),
                  whole.state(),
                  whole.plan(),
                  withAMistake(whole.source()),
                  whole.fromPieces(),
                  whole.copied(),
                  whole.following(),
                  whole.peers(),
                  whole.linksSince(),
                  whole.informing(),
                  whole.deadlineMillis()));
      assertThat(outcome.failure()).contains("w1", "a mistake");
      joiner.receiver.giveUp("called off");
      assertThat(awaiting.get().failure()).isEqualTo("called off");
    }
  }
}
