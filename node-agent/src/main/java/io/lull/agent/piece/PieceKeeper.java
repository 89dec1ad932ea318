package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import io.lull.agent.worker.WorkerFolder;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.StagePieces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
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
 * workers that are to start from them. The work is done on threads of its own.
 */
public final class PieceKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PieceKeeper.class);

  static final int BUDDY_TRIES = 2;
  private static final int MAX_REMEMBERED = 64;

  private record Turn(String worker, long generation) {}

  /** What is known of a worker's piece of a generation: either may come first, or twice. */
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
  private final Map<String, ByteString> tickets = new LinkedHashMap<>();
  private final Map<Turn, Progress> turns = new LinkedHashMap<>();

  /**
   * @param node this one's name
   * @param folders of workers, by their ids
   */
  public PieceKeeper(
      String node,
      PieceStore store,
      PieceClient client,
      PieceReports reports,
      Function<String, Optional<WorkerFolder>> folders) {
    this.node = node;
    this.store = store;
    this.client = client;
    this.reports = reports;
    this.folders = folders;
  }

  /** What this node shows to others when it passes the job's pieces. */
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
    advance(new Turn(worker, report.getGeneration()), null, report);
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

  private PieceDurable durable(KeepPiece order, PieceWritten written) {
    final PieceId id = new PieceId(order.getJob(), order.getGeneration(), written.getRank());
    final PieceDurable.Builder report =
        PieceDurable.newBuilder()
            .setJob(id.job())
            .setGeneration(id.generation())
            .setRank(id.rank())
            .setBuddy(order.getBuddy().getNode());
    try {
      report.setBytes(store.keep(id, file(order.getWorker(), written)));
    } catch (IOException e) {
      LOG.warn("{} is not kept: {}", id, e.getMessage());
      return report
          .setError("this node cannot keep it: " + e.getMessage())
          .setLocalFailed(true)
          .build();
    }
    if (order.hasBuddy()) {
      try {
        copyToBuddy(order, written, id);
      } catch (IOException e) {
        LOG.warn("{} is not copied to {}: {}", id, order.getBuddy().getNode(), e.getMessage());
        report.setError("its copy is not on " + order.getBuddy().getNode() + ": " + e.getMessage());
      } catch (InterruptedException e) {
        report.setError("the agent ends");
      }
    }
    return report.build();
  }

  private Path file(String worker, PieceWritten written) throws IOException {
    if (!written.getError().isEmpty()) {
      throw new IOException(written.getError());
    }
    return folders
        .apply(worker)
        .orElseThrow(() -> new IOException(worker + " is not here"))
        .piece(written.getFile());
  }

  private void copyToBuddy(KeepPiece order, PieceWritten written, PieceId id)
      throws IOException, InterruptedException {
    if (written.getCopied() && !order.getKeeper().isEmpty()) {
      try {
        final long adopted =
            client.adopt(order.getBuddy(), id, ticketOf(id.job()), order.getKeeper());
        if (adopted == written.getBytes()) {
          return;
        }
        LOG.warn("{}'s copy has {} of {} bytes", id, adopted, written.getBytes());
      } catch (IOException e) {
        LOG.info("{} is sent by the agents: {}", id, e.getMessage());
      }
    }
    // Where its worker has tried already there is no time for more than one.
    send(order.getBuddy(), id, order.getKeeper().isEmpty() ? BUDDY_TRIES : 1);
  }

  private void send(NodeAddress buddy, PieceId id, int tries)
      throws IOException, InterruptedException {
    final Path kept = store.find(id).orElseThrow(() -> new IOException("it was dropped meanwhile"));
    for (int i = 1; ; i++) {
      try {
        client.put(buddy, id, ticketOf(id.job()), kept);
        return;
      } catch (IOException e) {
        if (i >= tries) {
          throw e;
        }
        LOG.info("{} is sent to {} once more: {}", id, buddy.getNode(), e.getMessage());
      }
    }
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
    final Optional<WorkerFolder> folder = folders.apply(order.getWorker());
    final List<String> why = new ArrayList<>();
    for (final PieceLocation location : order.getPiecesList()) {
      final PieceId id = new PieceId(order.getJob(), order.getGeneration(), location.getRank());
      try {
        stage(
            id,
            location.getHoldersList(),
            order.getPieceTicket(),
            folder.orElseThrow(() -> new IOException(order.getWorker() + " is not here")).pieces());
      } catch (InterruptedException e) {
        report.addMissing(location.getRank());
        why.add("the agent ends");
      } catch (IOException e) {
        LOG.warn("{} is not to be had: {}", id, e.getMessage());
        report.addMissing(location.getRank());
        why.add(e.getMessage());
      }
    }
    return report.setWhy(String.join("; ", why)).build();
  }

  private void stage(PieceId id, List<NodeAddress> holders, ByteString ticket, Path folder)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the worker has no pieces folder any more");
    }
    final Path to = folder.resolve(id.fileName());
    if (store.find(id).isPresent()) {
      store.lend(id, to);
      return;
    }
    final List<String> why = new ArrayList<>();
    for (final NodeAddress holder : holders) {
      if (holder.getNode().equals(node)) {
        why.add("it is not on this node any more");
        continue;
      }
      try {
        client.get(holder, id, ticket, to);
        return;
      } catch (IOException e) {
        why.add(holder.getNode() + ": " + e.getMessage());
      }
    }
    throw new IOException(
        "rank " + id.rank() + ": " + (why.isEmpty() ? "nobody holds it" : String.join(", ", why)));
  }
}
