package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.checkpoint.BlockEncoder;
import io.lull.reconfig.checkpoint.PieceCost;
import io.lull.reconfig.checkpoint.PieceReceiver;
import io.lull.reconfig.checkpoint.PieceSender;
import io.lull.reconfig.checkpoint.PieceWriter;
import io.lull.reconfig.checkpoint.PreviousPiece;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Conversation;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a worker's part of the state as a piece on disk, and on that of another worker. The program
 * stands still for no longer than it takes to capture the state; it is written while it goes on.
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
   * @param changed by section: the blocks that may be others since, as far as captures are written
   */
  private record Copied(
      String keeper, PieceHeader header, List<StateSection> sections, List<BitSet> changed) {
    static Copied of(String keeper, PieceHeader header, StateSnapshot snapshot) {
      final List<StateSection> sections = snapshot.sections();
      return new Copied(
          keeper, header, sections, sections.stream().map(_ -> new BitSet()).toList());
    }

    boolean helps(Member nextKeeper, PieceHeader next) {
      return keeper.equals(nextKeeper.getWorker())
          && header.getEpoch() == next.getEpoch()
          && header.getRank() == next.getRank();
    }

    /** Null: the sections are others, and no block has a place in the piece before. */
    @Nullable Copied after(StateSnapshot next) {
      if (!sections.equals(next.sections())) {
        return null;
      }
      for (int s = 0; s < changed.size(); s++) {
        changed.get(s).or(next.changedBlocks(s));
      }
      return this;
    }
  }

  /** A conversation with a keeper, good for the next piece too. */
  private record Line(String keeper, Conversation conversation, long usedNanos) {}

  private final String job;
  private final Path folder;
  private final BlockEncoder blocks;
  private final Links links;
  private final Reports reports;
  private final PieceCost cost;
  private final Clock clock;
  private volatile long lastGeneration;

  // These two are the writing thread's.
  private @Nullable Copied copied;
  private @Nullable Line line;
  private String unreachable = "";

  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("piece writer").factory());

  Checkpointing(
      String job, WorkerPieces pieces, Links links, Reports reports, PieceCost cost, Clock clock) {
    this.job = job;
    this.folder = pieces.written();
    this.blocks = pieces.encoder();
    this.links = links;
    this.reports = reports;
    this.cost = cost;
    this.clock = clock;
  }

  /**
   * At a safe point, on the program's thread.
   *
   * @param captured run once, when the state has been captured or could not be; not where it was
   *     before
   */
  void capture(Capture order, WorkerProgram program, Communicator group, Runnable captured) {
    if (order.getGeneration() <= lastGeneration) {
      return;
    }
    lastGeneration = order.getGeneration();
    final long started = clock.nanos();
    final PieceHeader.Builder header =
        PieceHeader.newBuilder()
            .setJob(job)
            .setGeneration(order.getGeneration())
            .setRank(group.rank())
            .setEpoch(group.epoch())
            .setSafePoint(program.safePoint())
            .setState(program.replicated());
    final long iteration = program.iteration();
    final @Nullable Member keeper = order.hasKeeper() ? order.getKeeper() : null;
    final CompletionStage<?> _ =
        program
            .state()
            .capture()
            .whenComplete((snapshot, failure) -> {
              captured.run();
              if (failure != null) {
                reports.send(
                    WorkerReport.newBuilder()
                        .setPieceWritten(
                            written(header.build())
                                .setError("the state could not be captured: " + failure)));
                return;
              }
              snapshot.describe(header);
              blocks.describe(header);
              final PieceHeader complete = header.build();
              reports.send(
                  WorkerReport.newBuilder()
                      .setCaptured(
                          Captured.newBuilder()
                              .setGeneration(complete.getGeneration())
                              .setSafePoint(complete.getSafePoint())
                              .setIteration(iteration)
                              .setCaptureNanos(clock.nanos() - started)
                              .setPiecesNanos(cost.take())));
              writer.execute(() -> write(complete, snapshot, keeper));
            });
  }

  private static PieceWritten.Builder written(PieceHeader header) {
    return PieceWritten.newBuilder()
        .setGeneration(header.getGeneration())
        .setRank(header.getRank());
  }

  private void write(PieceHeader header, StateSnapshot snapshot, @Nullable Member keeper) {
    final long begin = cost.begin();
    final PieceWritten.Builder report = written(header);
    final String name = PieceWriter.fileName(header.getGeneration(), header.getRank());
    copied = copied == null ? null : copied.after(snapshot);
    boolean done = false;
    try {
      if (header.getGeneration() < lastGeneration) {
        throw new IOException("the next one is due already");
      }
      final @Nullable PieceSender courier = courier(header, keeper);
      Files.createDirectories(folder);
      report
          .setFile(name)
          .setBytes(PieceWriter.write(folder.resolve(name), header, snapshot, blocks, courier));
      if (courier != null && keeper != null) {
        report.setCopied(finish(courier, header, snapshot, keeper));
      }
      done = true;
    } catch (IOException e) {
      report.setError("the piece could not be written: " + e.getMessage());
    } finally {
      if (!done) {
        // The other waits for the rest of it.
        hangUp();
      }
      snapshot.release();
      cost.since(begin);
    }
    reports.send(WorkerReport.newBuilder().setPieceWritten(report));
  }

  /** Null: nobody keeps a copy, or it cannot be reached; then the agents see to it. */
  private @Nullable PieceSender courier(PieceHeader header, @Nullable Member keeper) {
    if (keeper == null) {
      return null;
    }
    final @Nullable Copied before = copied;
    final @Nullable PreviousPiece base =
        before == null || !before.helps(keeper, header)
            ? null
            : new PreviousPiece(
                before.header().getGeneration(),
                PieceWriter.headerBytes(before.header()),
                before.changed());
    final String where = keeper.getWorker() + " in epoch " + header.getEpoch();
    if (where.equals(unreachable)) {
      return null;
    }
    try {
      return new PieceSender(conversation(keeper), base);
    } catch (IOException e) {
      unreachable = where;
      notCopied(keeper, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static void notCopied(Member keeper, String why) {
    System.err.println(
        "checkpoint: the second copy could not be sent to "
            + keeper.getWorker()
            + " ("
            + why
            + "); the agents make one");
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
      PieceSender courier, PieceHeader header, StateSnapshot snapshot, Member keeper) {
    final @Nullable String why = courier.finish();
    final @Nullable Line present = line;
    if (why != null || present == null) {
      notCopied(keeper, String.valueOf(why));
      hangUp();
      return false;
    }
    line = new Line(present.keeper(), present.conversation(), clock.nanos());
    copied = Copied.of(keeper.getWorker(), header, snapshot);
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
