package io.lull.reconfig.worker;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.collective.ComputingTime;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.DeclaredGrids;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.transfer.PreCopied;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.reconfig.transfer.TransferReceiver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A worker that hands two grids over, or takes them. */
final class CopyingWorker implements AutoCloseable {
  static final int ROWS = 700;
  static final int COLUMNS = 900;
  static final long GRID_BYTES = (long) ROWS * COLUMNS * Double.BYTES;

  private static final WorkerPieces NO_PIECES = new WorkerPieces(Path.of(""), Path.of(""), null);

  /** Of the change that tests make. */
  static final long LAST_EPOCH = 2;

  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

  final DeclaredGrids space;
  final DoubleGrid map;
  final DoubleGrid water;
  final TransferReceiver receiver = new TransferReceiver(SystemClock.INSTANCE);
  final Links links;
  final TransferEngine engine;
  final Member member;
  @Nullable ChangePlan planned;

  CopyingWorker(String name, KernelThreads kernels) throws IOException {
    space = new DeclaredGrids(LoneWorker.context(), kernels);
    map = space.doubleGrid("map", Extents.of(ROWS, COLUMNS), Halo.of(0));
    water = space.doubleGrid("water", Extents.of(ROWS, COLUMNS), Halo.of(0));
    space.declared();
    links = LoopbackLinks.of(name, receiver.register(new ChannelHandlers()));
    engine = new TransferEngine(name, links, receiver, SystemClock.INSTANCE);
    member =
        Member.newBuilder()
            .setWorker(name)
            .setHost(links.host())
            .setPort(links.port())
            .setWeight(1)
            .build();
  }

  String name() {
    return member.getWorker();
  }

  Link to(CopyingWorker peer) throws IOException, InterruptedException {
    return links.to(
        peer.name(),
        peer.member.getHost(),
        peer.member.getPort(),
        0,
        WaitLimit.until(SystemClock.INSTANCE.nanos() + LONG_NANOS));
  }

  void fill(DoubleGrid grid, double value) {
    grid.fill((row, column) -> value * (1 + row * COLUMNS + column));
  }

  boolean has(DoubleGrid grid, double value) {
    final ByteBuffer cells =
        ByteBuffer.allocate(Math.toIntExact(GRID_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    new GridArray(grid).present().readLines(0, ROWS, cells);
    cells.flip();
    return IntStream.range(0, ROWS * COLUMNS)
        .allMatch(cell -> cells.getDouble() == value * (1 + cell));
  }

  TransferEngine.Outcome carryOut(ChangePlan change, PreCopied copied) throws InterruptedException {
    final TransferEngine.Outcome outcome =
        engine.carryOut(
            change.transfers(
                name(), space.state(), NO_PIECES, ReplicatedState.getDefaultInstance(), copied));
    receiver.preCopy().end();
    if (outcome.failure() == null) {
      final int rank = change.rankOf(name());
      space.state().commit(change.plan(), name());
      if (rank >= 0) {
        space.enter(
            new ChangePreparation.Ready(change, outcome)
                .group(rank, space.calls(), new ComputingTime(SystemClock.INSTANCE, () -> 0)));
      }
    }
    return outcome;
  }

  @Override
  public void close() {
    receiver.preCopy().end();
    receiver.postCopy().abandon(LAST_EPOCH);
    links.close();
    space.state().drop();
  }
}
