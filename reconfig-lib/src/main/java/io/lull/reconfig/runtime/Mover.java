package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.checkpoint.CellSource;
import io.lull.reconfig.checkpoint.PieceReader;
import io.lull.reconfig.checkpoint.PieceWriter;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.Patience;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.grid.Cells;
import io.lull.reconfig.grid.Grid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Carries a change out as far as it can be taken back: makes room for the new cells, sends and
 * takes what moves, to and from several peers at once, in pieces of bounded size. The old cells are
 * only read.
 */
final class Mover {
  /** Cells travel in chunks of about so many bytes. */
  private static final int CHUNK_BYTES = 1 << 20;

  /**
   * How it went.
   *
   * @param failure null when all is there
   * @param damaged ranks whose pieces cannot be read
   * @param links to the peers of the new configuration
   * @param state what all workers hold alike; null when this worker knew it, or the job starts
   *     afresh
   */
  record Outcome(
      @Nullable String failure,
      Set<Integer> damaged,
      Map<String, Link> links,
      @Nullable ReplicatedState state,
      long prepareNanos,
      long moveNanos) {}

  private final String self;
  private final Links links;
  private final Intake intake;
  private final Path pieces;
  private final Clock clock;
  private final Set<Integer> damaged = new TreeSet<>();

  Mover(String self, Links links, Intake intake, Path pieces, Clock clock) {
    this.self = self;
    this.links = links;
    this.intake = intake;
    this.pieces = pieces;
    this.clock = clock;
  }

  /**
   * Waits for the peers, at most until the order's deadline or until the intake is told to give up.
   */
  Outcome carryOut(
      Change change, List<Grid> grids, ReplicatedState present, ToIntFunction<Grid> indexOf)
      throws InterruptedException {
    final long started = clock.nanos();
    final long deadline =
        started + TimeUnit.MILLISECONDS.toNanos(change.order().getDeadlineMillis());
    damaged.clear();
    final int rank = change.rankOf(self);
    final Map<String, Link> peers = new LinkedHashMap<>();
    try {
      final List<Cells> targets = new ArrayList<>();
      for (final Grid grid : grids) {
        if (rank >= 0) {
          Cells.prepare(grid, change.plan().next().region(rank, indexOf.applyAsInt(grid)));
          targets.add(Cells.pending(grid));
        }
      }
      intake.begin(
          change.epoch(),
          targets,
          change.plan(),
          bytes(change, targets, false),
          change.live() ? 0 : bytes(change, targets, true),
          change.informed().contains(self));
      final long since = change.live() ? 0 : change.epoch();
      final Patience patience = new Patience(deadline, () -> intake.givenUp() != null);
      for (final String peer : change.peersOf(self)) {
        final var member = change.member(peer);
        peers.put(peer, links.to(peer, member.getHost(), member.getPort(), since, patience));
      }
      final long moving = clock.nanos();
      final @Nullable ReplicatedState state =
          move(change, grids, targets, peers, present, deadline);
      return new Outcome(
          failure(deadline),
          Set.copyOf(damaged),
          peers,
          state,
          moving - started,
          clock.nanos() - moving);
    } catch (IOException e) {
      intake.giveUp(String.valueOf(e.getMessage()));
      return new Outcome(
          String.valueOf(e.getMessage()),
          Set.copyOf(damaged),
          peers,
          null,
          clock.nanos() - started,
          0);
    } catch (OutOfMemoryError e) {
      intake.giveUp("out of memory");
      return new Outcome(
          "worker "
              + self
              + " has not enough memory for its part: submit the job with more --memory or more"
              + " workers",
          Set.of(),
          peers,
          null,
          clock.nanos() - started,
          0);
    }
  }

  /** What this worker gets from itself, or from others. */
  private long bytes(Change change, List<Cells> targets, boolean local) {
    return change.plan().moves().stream()
        .filter(move -> move.to().equals(self) && move.local() == local)
        .mapToLong(move -> move.indices().cells() * targets.get(move.grid()).cellBytes())
        .sum();
  }

  private @Nullable String failure(long deadline) throws InterruptedException {
    return intake.await(deadline);
  }

  private @Nullable ReplicatedState move(
      Change change,
      List<Grid> grids,
      List<Cells> targets,
      Map<String, Link> peers,
      ReplicatedState present,
      long deadline)
      throws IOException, InterruptedException {
    final Map<String, List<Integer>> outgoing = new LinkedHashMap<>();
    final List<Integer> local = new ArrayList<>();
    for (int number = 0; number < change.plan().moves().size(); number++) {
      final Move move = change.plan().moves().get(number);
      if (move.from().equals(self)) {
        if (move.local()) {
          local.add(number);
        } else {
          outgoing.computeIfAbsent(move.to(), to -> new ArrayList<>()).add(number);
        }
      }
    }
    final @Nullable ReplicatedState known = known(change, present);
    final List<Thread> senders = new ArrayList<>();
    for (final Map.Entry<String, Link> peer : peers.entrySet()) {
      final List<Integer> moves = outgoing.getOrDefault(peer.getKey(), List.of());
      final @Nullable ReplicatedState told =
          change.informer().equals(self) && change.informed().contains(peer.getKey())
              ? known
              : null;
      if (!moves.isEmpty() || told != null) {
        senders.add(
            Thread.ofPlatform()
                .daemon()
                .name("to " + peer.getKey())
                .start(() -> send(change, grids, moves, told, peer.getValue())));
      }
    }
    copy(change, grids, targets, local);
    intake.await(deadline);
    for (final Thread sender : senders) {
      sender.join(java.time.Duration.ofNanos(Math.max(1, deadline - clock.nanos())));
      if (sender.isAlive()) {
        intake.giveUp("a peer did not take its cells in time");
      }
    }
    return change.informed().contains(self) ? intake.state() : known;
  }

  /** What this worker knows by itself of what all hold alike. */
  private @Nullable ReplicatedState known(Change change, ReplicatedState present)
      throws IOException {
    if (change.live()) {
      return change.informed().contains(self) ? null : present;
    }
    if (change.order().hasGeneration() && change.informer().equals(self)) {
      final int rank = change.plan().moves().isEmpty() ? 0 : firstRank(change);
      try (PieceReader piece = open(change, rank)) {
        return piece.header().getState();
      } catch (IOException e) {
        damaged.add(rank);
        throw e;
      }
    }
    return null;
  }

  private int firstRank(Change change) {
    return change.order().getGeneration().getHoldersList().stream()
        .filter(holder -> holder.getWorker().equals(self))
        .mapToInt(holder -> holder.getRank())
        .min()
        .orElseThrow();
  }

  private PieceReader open(Change change, int rank) throws IOException {
    final PieceReader piece =
        PieceReader.open(
            pieces.resolve(PieceWriter.fileName(change.order().getGeneration().getNumber(), rank)));
    if (piece.header().getRank() != rank
        || piece.header().getGeneration() != change.order().getGeneration().getNumber()) {
      piece.close();
      throw new IOException("the piece of rank " + rank + " is another one");
    }
    return piece;
  }

  private void send(
      Change change,
      List<Grid> grids,
      List<Integer> moves,
      @Nullable ReplicatedState state,
      Link link) {
    try {
      if (state != null) {
        final byte[] encoded = state.toByteArray();
        link.send(Channel.REPLICATED, 0, change.epoch(), Frame.buffer(encoded.length).put(encoded));
      }
      for (final int number : moves) {
        read(
            change,
            grids,
            number,
            (chunk, frame) -> link.send(chunk.channel(), chunk.tag(), change.epoch(), frame));
      }
    } catch (IOException e) {
      intake.giveUp("worker " + link.peer() + " could not be given its cells: " + e.getMessage());
    }
  }

  private void copy(Change change, List<Grid> grids, List<Cells> targets, List<Integer> local)
      throws IOException {
    for (final int number : local) {
      final Move move = change.plan().moves().get(number);
      final Cells target = targets.get(move.grid());
      if (change.live() && move.indices().isBox()) {
        final Chunk.Box box = Chunk.box(change.plan(), move, move.region());
        Cells.present(grids.get(move.grid())).copyTo(target, box.source(), box.target());
      } else {
        read(
            change,
            grids,
            number,
            (chunk, frame) -> {
              final ByteBuffer payload = Frame.payload(frame);
              chunk.write(
                  target,
                  payload
                      .position(payload.limit() - bytes(chunk, target.cellBytes()))
                      .slice()
                      .order(ByteOrder.LITTLE_ENDIAN));
              if (!change.live()) {
                intake.read(bytes(chunk, target.cellBytes()));
              }
            });
      }
    }
  }

  private static int bytes(Chunk chunk, int cellBytes) {
    return Math.toIntExact(chunk.cells() * cellBytes);
  }

  /** Reads a move's cells in chunks, each in a frame's buffer with its head before it. */
  private void read(Change change, List<Grid> grids, int number, ChunkSink sink)
      throws IOException {
    final Move move = change.plan().moves().get(number);
    try (Opened source = source(change, grids, move)) {
      final int cellBytes = Cells.shape(grids.get(move.grid())).cellBytes();
      final List<Chunk> chunks = Chunk.of(change.plan(), number, CHUNK_BYTES / cellBytes);
      final int most = chunks.stream().mapToInt(chunk -> bytes(chunk, cellBytes)).max().orElse(0);
      final ByteBuffer buffer = Frame.buffer(Math.addExact(Chunk.MOST_HEAD_BYTES, most));
      final int start = buffer.position();
      for (final Chunk chunk : chunks) {
        if (intake.givenUp() != null) {
          return;
        }
        chunk.putHead(buffer.position(start));
        try {
          chunk.read(source.cells(), buffer);
        } catch (IOException e) {
          synchronized (damaged) {
            damaged.add(move.sourceRank());
          }
          throw e;
        }
        sink.take(chunk, buffer);
      }
    }
  }

  private Opened source(Change change, List<Grid> grids, Move move) throws IOException {
    if (change.live()) {
      return new Opened(new Present(grids), null);
    }
    try {
      final PieceReader piece = open(change, move.sourceRank());
      return new Opened(piece, piece);
    } catch (IOException e) {
      synchronized (damaged) {
        damaged.add(move.sourceRank());
      }
      throw e;
    }
  }

  /** What is in this worker's memory. */
  private record Present(List<Grid> grids) implements CellSource {
    @Override
    public void read(int grid, Region region, ByteBuffer out) {
      Cells.present(grids.get(grid)).read(region, out);
    }

    @Override
    public void read(int grid, Packing packing, long from, long to, ByteBuffer out) {
      Cells.present(grids.get(grid)).read(packing, from, to, out);
    }
  }

  private record Opened(CellSource cells, @Nullable PieceReader piece) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      if (piece != null) {
        piece.close();
      }
    }
  }

  @FunctionalInterface
  private interface ChunkSink {
    void take(Chunk chunk, ByteBuffer frame) throws IOException;
  }
}
