package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.checkpoint.EarlierPiece;
import io.lull.reconfig.checkpoint.PieceCourier;
import io.lull.reconfig.checkpoint.PieceReceiver;
import io.lull.reconfig.checkpoint.PieceWriter;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Conversation;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.partition.PartitionedArray;
import io.lull.reconfig.partition.RegionCells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the program's cells as a piece on disk, and on that of another worker. Capturing copies
 * nothing: the present cells are set aside, and the next update writes into other memory; so the
 * program stands still for no longer than it takes to note where it is.
 */
final class Checkpointing {
  /** A worker that leaves still finishes the piece it is writing, but not for longer. */
  private static final int MAX_FINISH_SECONDS = 5;

  /** A copy that takes longer is left to the agents. */
  static final Duration LONGEST_COPY = Duration.ofSeconds(20);

  /** Well before the keeper stops listening. */
  private static final Duration LONGEST_REST = PieceReceiver.LONGEST_SILENCE.dividedBy(2);

  /**
   * What the keeper of the copies has.
   *
   * @param changed by grid: outside of it no cell has changed since, as far as captures are written
   */
  private record Copied(String keeper, PieceHeader header, List<Region> changed) {
    boolean helps(Member nextKeeper, PieceHeader next) {
      return keeper.equals(nextKeeper.getWorker())
          && header.getEpoch() == next.getEpoch()
          && header.getRank() == next.getRank();
    }

    Copied after(List<Region> more) {
      final List<Region> all = new ArrayList<>();
      for (int g = 0; g < changed.size(); g++) {
        all.add(changed.get(g).cover(more.get(g)));
      }
      return new Copied(keeper, header, all);
    }
  }

  /** A conversation with a keeper, good for the next piece too. */
  private record Line(String keeper, Conversation conversation, long usedNanos) {}

  private final String job;
  private final Path pieces;
  private final Links links;
  private final Reports reports;
  private final Clock clock;
  private volatile long lastGeneration;

  // These two are the writing thread's.
  private @Nullable Copied copied;
  private @Nullable Line line;
  private String unreachable = "";

  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("piece writer").factory());

  Checkpointing(String job, Path pieces, Links links, Reports reports, Clock clock) {
    this.job = job;
    this.pieces = pieces;
    this.links = links;
    this.reports = reports;
    this.clock = clock;
  }

  /** At a safe point, on the program's thread. */
  void capture(Capture order, Space space, Communicator group) {
    if (order.getGeneration() <= lastGeneration) {
      return;
    }
    lastGeneration = order.getGeneration();
    final long started = clock.nanos();
    final int rank = group.rank();
    final PieceHeader.Builder header =
        PieceHeader.newBuilder()
            .setJob(job)
            .setGeneration(order.getGeneration())
            .setRank(rank)
            .setEpoch(group.epoch())
            .setSafePoint(space.safePoint())
            .setState(space.replicated());
    final List<RegionCells> cells = new ArrayList<>();
    final List<Region> changed = new ArrayList<>();
    final Allotment allotment = space.state().allotment();
    for (int g = 0; g < space.arrays().size(); g++) {
      final PartitionedArray array = space.arrays().get(g);
      cells.add(array.retain());
      changed.add(array.takeChanged());
      header.addGrids(describe(array, allotment.grids().get(g), rank));
    }
    final PieceHeader complete =
        header.setVersion(PieceWriter.version(header.getGridsList())).build();
    reports.send(
        WorkerReport.newBuilder()
            .setCaptured(
                Captured.newBuilder()
                    .setGeneration(order.getGeneration())
                    .setSafePoint(space.safePoint())
                    .setIteration(space.iteration())
                    .setCaptureNanos(clock.nanos() - started)));
    final @Nullable Member keeper = order.hasKeeper() ? order.getKeeper() : null;
    writer.execute(() -> write(complete, cells, changed, keeper));
  }

  private static PieceGrid describe(PartitionedArray array, Distribution distribution, int rank) {
    final Region region = distribution.box(rank);
    final Shape shape = array.shape();
    final int cellBytes = shape.cellBytes();
    final PieceGrid.Builder described = PieceGrid.newBuilder();
    if (distribution instanceof BlockCyclic dealt) {
      described.addAllBlockLengths(dealt.blockLengths()).addAllProcesses(dealt.processes());
    }
    return described
        .setName(array.name())
        .setPlanes(shape.planes())
        .setRows(shape.rows())
        .setColumns(shape.columns())
        .setCellBytes(cellBytes)
        .setElement(array.element())
        .setPlaneFrom(region.planeFrom())
        .setPlaneTo(region.planeTo())
        .setRowFrom(region.rowFrom())
        .setRowTo(region.rowTo())
        .setColumnFrom(region.columnFrom())
        .setColumnTo(region.columnTo())
        .setRowsPerBlock(PieceWriter.rowsPerBlock(region, cellBytes))
        .build();
  }

  private void write(
      PieceHeader header, List<RegionCells> cells, List<Region> changed, @Nullable Member keeper) {
    final PieceWritten.Builder report =
        PieceWritten.newBuilder().setGeneration(header.getGeneration()).setRank(header.getRank());
    final String name = PieceWriter.fileName(header.getGeneration(), header.getRank());
    copied = copied == null ? null : copied.after(changed);
    boolean done = false;
    try {
      if (header.getGeneration() < lastGeneration) {
        throw new IOException("the next one is due already");
      }
      final @Nullable PieceCourier courier = courier(header, keeper);
      Files.createDirectories(pieces);
      report
          .setFile(name)
          .setBytes(PieceWriter.write(pieces.resolve(name), header, cells, courier));
      if (courier != null && keeper != null) {
        report.setCopied(finish(courier, header, changed, keeper));
      }
      done = true;
    } catch (IOException e) {
      report.setError("the piece could not be written: " + e.getMessage());
    } finally {
      if (!done) {
        // The other waits for the rest of it.
        hangUp();
      }
      cells.forEach(RegionCells::release);
    }
    reports.send(WorkerReport.newBuilder().setPieceWritten(report));
  }

  /** Null: nobody keeps a copy, or it cannot be reached; then the agents see to it. */
  private @Nullable PieceCourier courier(PieceHeader header, @Nullable Member keeper) {
    if (keeper == null) {
      return null;
    }
    final @Nullable Copied before = copied;
    final @Nullable EarlierPiece base =
        before == null || !before.helps(keeper, header)
            ? null
            : new EarlierPiece(
                before.header().getGeneration(),
                PieceWriter.headerBytes(before.header()),
                before.changed());
    final String where = keeper.getWorker() + " in epoch " + header.getEpoch();
    if (where.equals(unreachable)) {
      return null;
    }
    try {
      return new PieceCourier(conversation(keeper), base);
    } catch (IOException e) {
      unreachable = where;
      System.err.println("no copy is kept by " + keeper.getWorker() + ": " + e.getMessage());
      return null;
    }
  }

  private Conversation conversation(Member keeper) throws IOException {
    final @Nullable Line present = line;
    if (present != null
        && present.keeper().equals(keeper.getWorker())
        && clock.nanos() - present.usedNanos() < LONGEST_REST.toNanos()) {
      present.conversation().within(LONGEST_COPY);
      return present.conversation();
    }
    hangUp();
    final Conversation begun =
        links.converse(keeper.getWorker(), keeper.getHost(), keeper.getPort(), LONGEST_COPY);
    line = new Line(keeper.getWorker(), begun, clock.nanos());
    return begun;
  }

  private void hangUp() {
    final @Nullable Line present = line;
    line = null;
    copied = null;
    if (present != null) {
      try {
        present.conversation().close();
      } catch (IOException e) {
        // closed as far as this end is concerned
      }
    }
  }

  private boolean finish(
      PieceCourier courier, PieceHeader header, List<Region> changed, Member keeper) {
    final @Nullable String why = courier.finish();
    final @Nullable Line present = line;
    if (why != null || present == null) {
      System.err.println("no copy is kept by " + keeper.getWorker() + ": " + why);
      hangUp();
      return false;
    }
    line = new Line(present.keeper(), present.conversation(), clock.nanos());
    final Region nothing = new Region(0, 0, 0, 0, 0, 0);
    copied = new Copied(keeper.getWorker(), header, changed.stream().map(_ -> nothing).toList());
    return true;
  }

  /** Before this worker ends: what is being written is finished. */
  void finishWriting() throws InterruptedException {
    writer.shutdown();
    if (!writer.awaitTermination(MAX_FINISH_SECONDS, TimeUnit.SECONDS)) {
      System.err.println("left a checkpoint piece unfinished");
    }
  }
}
