package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.lull.agent.worker.WorkerFolder;
import io.lull.platform.guest.GuestFolder;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceCopy;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.StagePieces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the pieces of this node's workers durable, here and at the buddy, and gives pieces to
 * workers that start from them. It works on its own threads.
 */
public final class PieceKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PieceKeeper.class);

  /** The number of disks that should hold each piece. */
  static final int COPIES = 2;

  /** Asks no other node after this time: the coordinator would not wait for its answer. */
  static final Duration PATIENCE = PieceClient.DEADLINE;

  private static final int MAX_REMEMBERED = 64;
  private static final int MAX_TEXT = 1000;

  private record Turn(String worker, long generation) {}

  /**
   * What is known of a worker's piece of a generation; the reports may come in any order, and
   * twice.
   */
  private static final class Progress {
    private @Nullable KeepPiece order;
    private @Nullable PieceWritten written;
    private @Nullable PieceDurable done;
    private boolean begun;
  }

  private final String node;
  private final PieceStore store;
  private final PieceClient client;
  private final PieceReports reports;
  private final Function<String, Optional<WorkerFolder>> folders;
  private final Clock clock;
  private final Map<String, ByteString> tickets = new LinkedHashMap<>();
  private final Map<Turn, Progress> turns = new LinkedHashMap<>();

  /**
   * @param node this node's name
   * @param folders of workers, by id
   */
  public PieceKeeper(
      String node,
      PieceStore store,
      PieceClient client,
      PieceReports reports,
      Function<String, Optional<WorkerFolder>> folders,
      Clock clock) {
    this.node = node;
    this.store = store;
    this.client = client;
    this.reports = reports;
    this.folders = folders;
    this.clock = clock;
  }

  /** The ticket that this node presents to others for the job's pieces. */
  public synchronized void ticket(String job, ByteString ticket) {
    tickets.put(job, ticket);
    if (tickets.size() > MAX_REMEMBERED) {
      tickets.remove(tickets.keySet().iterator().next());
    }
  }

  public void keep(KeepPiece order) {
    advance(new Turn(order.getWorker(), order.getGeneration()), order, null);
  }

  public void written(String worker, PieceWritten report) {
    advance(new Turn(worker, report.getGeneration()), null, bounded(report));
  }

  /** A guest may have written the report: it is remembered, and must not take up memory. */
  private static PieceWritten bounded(PieceWritten report) {
    return report.toBuilder()
        .setFile(cut(report.getFile()))
        .setError(cut(report.getError()))
        .setUnknownFields(UnknownFieldSet.getDefaultInstance())
        .build();
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
  }

  public void stage(StagePieces order) {
    Thread.ofVirtual()
        .name("stage " + order.getWorker())
        .start(() -> LogContext.ofJob(order.getJob(), () -> reports.staged(staged(order))));
  }

  private void advance(Turn turn, @Nullable KeepPiece order, @Nullable PieceWritten written) {
    final PieceDurable again;
    final KeepPiece beginOrder;
    final PieceWritten beginWritten;
    final Progress progress;
    synchronized (this) {
      progress = turns.computeIfAbsent(turn, any -> new Progress());
      if (turns.size() > MAX_REMEMBERED) {
        turns.remove(turns.keySet().iterator().next());
      }
      progress.order = order == null ? progress.order : order;
      progress.written = written == null ? progress.written : written;
      again = order == null ? null : progress.done;
      beginOrder = progress.begun ? null : progress.order;
      beginWritten = progress.written;
      progress.begun |= beginOrder != null && beginWritten != null;
    }
    if (again != null) {
      reports.durable(again);
    } else if (beginOrder != null && beginWritten != null) {
      Thread.ofVirtual()
          .name("keep " + turn.worker() + " g" + turn.generation())
          .start(() ->
              LogContext.ofJob(
                  beginOrder.getJob(), () -> keep(progress, beginOrder, beginWritten)));
    }
  }

  private void keep(Progress progress, KeepPiece order, PieceWritten written) {
    final PieceDurable done = durable(order, written);
    synchronized (this) {
      progress.done = done;
    }
    reports.durable(done);
  }

  private PieceDurable durable(KeepPiece order, PieceWritten said) {
    final PieceId id = new PieceId(order.getJob(), order.getGeneration(), said.getRank());
    final PieceDurable.Builder report =
        PieceDurable.newBuilder()
            .setJob(id.job())
            .setGeneration(id.generation())
            .setRank(id.rank());
    final List<String> why = new ArrayList<>();
    try (GuestFolder pieces = pieces(order.getWorker(), said);
        TakenPiece piece = store.take(id, pieces, said.getFile())) {
      report.setBytes(piece.bytes());
      try {
        piece.keep();
        report.addHolders(node);
      } catch (IOException e) {
        notKept(id, e, report, why);
      }
      copy(order, said, new Source(id, piece.file(), piece.bytes()), report, why);
    } catch (IOException e) {
      notKept(id, e, report, why);
    }
    if (report.getHoldersCount() < COPIES) {
      report.setError(String.join("; ", why));
    }
    return report.build();
  }

  private static void notKept(
      PieceId id, IOException e, PieceDurable.Builder report, List<String> why) {
    LOG.warn("{} is not kept: {}", id, e.getMessage());
    why.add("this node cannot keep it: " + e.getMessage());
    report.setLocalFailed(true);
  }

  /** A piece to copy, which this node keeps or not. */
  private record Source(PieceId id, Path file, long bytes) {}

  /** Stores it on other nodes' disks, one after the other, until enough have it. */
  private void copy(
      KeepPiece order,
      PieceWritten written,
      Source piece,
      PieceDurable.Builder report,
      List<String> why) {
    final long since = clock.nanos();
    final List<NodeAddress> others = new ArrayList<>();
    if (order.hasBuddy()) {
      others.add(order.getBuddy());
    }
    others.addAll(order.getOthersList());
    if (order.hasBuddy() && order.getKeeper().isEmpty()) {
      others.add(order.getBuddy()); // once more; if its worker has tried already, this is enough
    }
    for (final NodeAddress other : others) {
      if (report.getHoldersCount() == COPIES || report.getHoldersList().contains(other.getNode())) {
        continue;
      }
      if (clock.nanos() - since >= PATIENCE.toNanos()) {
        why.add("no time was left to ask " + other.getNode());
        continue;
      }
      try {
        if (!(other.equals(order.getBuddy()) && adopted(order, written, piece))) {
          client.put(other, piece.id(), ticketOf(piece.id().job()), piece.file());
        }
        report.addHolders(other.getNode());
        report.setBuddy(report.getBuddy().isEmpty() ? other.getNode() : report.getBuddy());
      } catch (IOException e) {
        LOG.warn("cannot copy {} to {}: {}", piece.id(), other.getNode(), e.getMessage());
        why.add("its copy is not on " + other.getNode() + ": " + e.getMessage());
      } catch (InterruptedException e) {
        why.add("the agent ends");
        return;
      }
    }
  }

  private GuestFolder pieces(String worker, PieceWritten written) throws IOException {
    if (!written.getError().isEmpty()) {
      throw new IOException(written.getError());
    }
    return folders
        .apply(worker)
        .orElseThrow(() -> new IOException(worker + " is not here"))
        .openPieces();
  }

  /** Whether the buddy stored the copy that its own worker received from this node's worker. */
  private boolean adopted(KeepPiece order, PieceWritten written, Source piece) {
    if (!written.getCopied() || order.getKeeper().isEmpty()) {
      return false;
    }
    try {
      final long bytes =
          client.adopt(order.getBuddy(), piece.id(), ticketOf(piece.id().job()), order.getKeeper());
      if (bytes == piece.bytes()) {
        return true;
      }
      LOG.warn("{}'s copy has {} of {} bytes", piece.id(), bytes, piece.bytes());
    } catch (IOException e) {
      LOG.info("the agents send {}: {}", piece.id(), e.getMessage());
    }
    return false;
  }

  private synchronized ByteString ticketOf(String job) {
    return tickets.getOrDefault(job, ByteString.EMPTY);
  }

  private PiecesStaged staged(StagePieces order) {
    final PiecesStaged.Builder report =
        PiecesStaged.newBuilder()
            .setJob(order.getJob())
            .setWorker(order.getWorker())
            .setGeneration(order.getGeneration());
    final List<String> why = new ArrayList<>();
    for (final PieceLocation location : order.getPiecesList()) {
      final PieceId id = new PieceId(order.getJob(), order.getGeneration(), location.getRank());
      final List<String> refused = new ArrayList<>();
      try {
        stage(order, id, location.getHoldersList(), refused);
      } catch (InterruptedException e) {
        report.addMissing(location.getRank());
        why.add("the agent ends");
      } catch (IOException e) {
        LOG.warn("cannot get {}: {}", id, e.getMessage());
        report.addMissing(location.getRank());
        refused.forEach(holder ->
            report.addRefused(PieceCopy.newBuilder().setRank(location.getRank()).setNode(holder)));
        why.add(e.getMessage());
      }
    }
    return report.setNamesRefused(true).setWhy(String.join("; ", why)).build();
  }

  /**
   * Brings it to the worker from the first holder that gives it.
   *
   * @param refused the holders that did not
   */
  private void stage(StagePieces order, PieceId id, List<NodeAddress> holders, List<String> refused)
      throws IOException, InterruptedException {
    final WorkerFolder folder =
        folders
            .apply(order.getWorker())
            .orElseThrow(() -> new IOException(order.getWorker() + " is not here"));
    final Path to = folder.staged().resolve(id.fileName());
    final List<String> why = new ArrayList<>();
    for (final NodeAddress holder : holders) {
      try {
        if (holder.getNode().equals(node)) {
          store.lend(id, to);
        } else {
          client.get(holder, id, order.getPieceTicket(), to);
        }
        folder.letRead(to);
        return;
      } catch (IOException e) {
        LOG.warn("cannot get {} from {}: {}", id, holder.getNode(), e.getMessage());
        refused.add(holder.getNode());
        why.add(holder.getNode() + ": " + e.getMessage());
      }
    }
    throw new IOException(
        "rank " + id.rank() + ": " + (why.isEmpty() ? "no node has it" : String.join(", ", why)));
  }
}
