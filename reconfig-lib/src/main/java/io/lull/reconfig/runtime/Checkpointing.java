package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.checkpoint.PieceWriter;
import io.lull.reconfig.comm.Group;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.Cells;
import io.lull.reconfig.grid.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the program's cells as a piece on disk. Capturing copies nothing: the present cells are set
 * aside, and the next update writes into other memory; so the program stands still for no longer
 * than it takes to note where it is.
 */
final class Checkpointing {
  /** A worker that leaves still finishes the piece it is writing, but not for longer. */
  private static final int MAX_FINISH_SECONDS = 5;

  private final String job;
  private final Path pieces;
  private final Reports reports;
  private final Clock clock;
  private long lastGeneration;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("piece writer").factory());

  Checkpointing(String job, Path pieces, Reports reports, Clock clock) {
    this.job = job;
    this.pieces = pieces;
    this.reports = reports;
    this.clock = clock;
  }

  /** At a safe point, on the program's thread. */
  void capture(Capture order, Space space, Allotment allotment, Group group) {
    if (order.getGeneration() <= lastGeneration) {
      return;
    }
    lastGeneration = order.getGeneration();
    final long started = clock.nanos();
    final int rank = group.rank();
    final PieceHeader.Builder header =
        PieceHeader.newBuilder()
            .setVersion(1)
            .setJob(job)
            .setGeneration(order.getGeneration())
            .setRank(rank)
            .setEpoch(group.epoch())
            .setSafePoint(space.safePoint())
            .setState(space.replicated());
    final List<Cells> cells = new ArrayList<>();
    for (int g = 0; g < space.grids().size(); g++) {
      final Grid grid = space.grids().get(g);
      cells.add(Cells.retained(grid));
      header.addGrids(describe(grid, allotment.region(rank, g)));
    }
    final PieceHeader complete = header.build();
    reports.send(
        WorkerReport.newBuilder()
            .setCaptured(
                Captured.newBuilder()
                    .setGeneration(order.getGeneration())
                    .setSafePoint(space.safePoint())
                    .setIteration(space.iteration())
                    .setCaptureNanos(clock.nanos() - started)));
    writer.execute(() -> write(complete, cells));
  }

  private static PieceGrid describe(Grid grid, Region region) {
    final int cellBytes = Cells.shape(grid).cellBytes();
    return PieceGrid.newBuilder()
        .setName(grid.name())
        .setPlanes(grid.planes())
        .setRows(grid.rows())
        .setColumns(grid.columns())
        .setCellBytes(cellBytes)
        .setElement(Cells.element(grid))
        .setPlaneFrom(region.planeFrom())
        .setPlaneTo(region.planeTo())
        .setRowFrom(region.rowFrom())
        .setRowTo(region.rowTo())
        .setColumnFrom(region.columnFrom())
        .setColumnTo(region.columnTo())
        .setRowsPerBlock(PieceWriter.rowsPerBlock(region, cellBytes))
        .build();
  }

  private void write(PieceHeader header, List<Cells> cells) {
    final PieceWritten.Builder report =
        PieceWritten.newBuilder().setGeneration(header.getGeneration()).setRank(header.getRank());
    final String name = PieceWriter.fileName(header.getGeneration(), header.getRank());
    try {
      Files.createDirectories(pieces);
      report.setFile(name).setBytes(PieceWriter.write(pieces.resolve(name), header, cells));
    } catch (IOException e) {
      report.setError("the piece could not be written: " + e.getMessage());
    } finally {
      cells.forEach(Cells::letGo);
    }
    reports.send(WorkerReport.newBuilder().setPieceWritten(report));
  }

  /** Before this worker ends: what is being written is finished. */
  void finishWriting() throws InterruptedException {
    writer.shutdown();
    if (!writer.awaitTermination(MAX_FINISH_SECONDS, TimeUnit.SECONDS)) {
      System.err.println("left a checkpoint piece unfinished");
    }
  }
}
