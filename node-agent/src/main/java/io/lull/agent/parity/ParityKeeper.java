package io.lull.agent.parity;

import com.google.protobuf.ByteString;
import io.lull.agent.piece.PieceClient;
import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceStore;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.RebuildPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the parities that this node keeps of the pieces of others, and pieces out of parities. The
 * work is done on threads of its own, two at once; what is there already is not made again.
 */
public final class ParityKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(ParityKeeper.class);

  /** Each has a block of every machine of its group in an agent's small memory, and the next. */
  private static final int AT_ONCE = 2;

  private static final int MAX_WAITING = 64;

  /** Reads are of no effect, and a line that was cut may be good the next moment. */
  private static final int READ_TRIES = 2;

  private final String node;
  private final PieceStore store;
  private final PieceClient client;
  private final ParityReports reports;
  private final Clock clock;
  private final Semaphore turns = new Semaphore(AT_ONCE);
  private final Set<PieceId> underWay = new HashSet<>();

  /** Makes a file that is durable when it returns, and says how long it is. */
  private interface Work {
    long done(GroupReader reader) throws IOException, InterruptedException;
  }

  /** What is to be had of which generation, and by which ticket. */
  private record Task(PieceId id, CodingGroup group, ByteString ticket, Work work) {}

  /** How it ended. */
  private record Outcome(long bytes, String error) {}

  private interface Ending {
    void report(Outcome outcome);
  }

  /**
   * @param node this one's name
   */
  public ParityKeeper(
      String node, PieceStore store, PieceClient client, ParityReports reports, Clock clock) {
    this.node = node;
    this.store = store;
    this.client = client;
    this.reports = reports;
    this.clock = clock;
  }

  public void make(MakeParity order) {
    begin(
        new Task(
            new PieceId(order.getJob(), order.getGeneration(), order.getRank(), true),
            order.getGroup(),
            order.getPieceTicket(),
            reader -> new ParityMaker(order, reader).make(store)),
        outcome ->
            reports.made(
                ParityMade.newBuilder()
                    .setJob(order.getJob())
                    .setGeneration(order.getGeneration())
                    .setRank(order.getRank())
                    .setBytes(outcome.bytes())
                    .setError(outcome.error())
                    .build()));
  }

  public void rebuild(RebuildPiece order) {
    begin(
        new Task(
            new PieceId(order.getJob(), order.getGeneration(), order.getRank()),
            order.getGroup(),
            order.getPieceTicket(),
            reader -> new PieceRebuilder(order, reader).rebuild(store)),
        outcome ->
            reports.rebuilt(
                PieceRebuilt.newBuilder()
                    .setJob(order.getJob())
                    .setGeneration(order.getGeneration())
                    .setRank(order.getRank())
                    .setBytes(outcome.bytes())
                    .setError(outcome.error())
                    .build()));
  }

  /** An order that comes again while it is obeyed is answered once. */
  private void begin(Task task, Ending ending) {
    synchronized (this) {
      if (underWay.contains(task.id())) {
        return;
      }
      if (underWay.size() < MAX_WAITING) {
        underWay.add(task.id());
        Thread.ofVirtual().name("code " + task.id()).start(() -> ending.report(outcome(task)));
        return;
      }
    }
    ending.report(new Outcome(0, "this node has too much of this to do"));
  }

  private Outcome outcome(Task task) {
    try {
      return new Outcome(bytes(task), "");
    } catch (IOException e) {
      LOG.warn("{} could not be made: {}", task.id(), e.getMessage());
      return new Outcome(0, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      return new Outcome(0, "the agent ends");
    } finally {
      synchronized (this) {
        underWay.remove(task.id());
      }
    }
  }

  private long bytes(Task task) throws IOException, InterruptedException {
    final Optional<Path> there = store.find(task.id());
    if (there.isPresent()) {
      return Files.size(there.get());
    }
    if (!turns.tryAcquire(GroupReader.LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException("this node was at other jobs' parities for too long");
    }
    try (GroupReader reader =
        new GroupReader(
            task.group(),
            (of, parity, offset, length) -> read(task, of, parity, offset, length),
            clock)) {
      return task.work().done(reader);
    } finally {
      turns.release();
    }
  }

  private ByteBuffer read(Task task, CodingMember of, boolean parity, long offset, int length)
      throws IOException, InterruptedException {
    final PieceId id = new PieceId(task.id().job(), task.id().generation(), of.getRank(), parity);
    if (of.getAddress().getNode().equals(node)) {
      return store.read(id, offset, length);
    }
    for (int i = 1; ; i++) {
      try {
        return client.read(of.getAddress(), id, task.ticket(), offset, length);
      } catch (IOException e) {
        if (i >= READ_TRIES) {
          throw e;
        }
      }
    }
  }
}
