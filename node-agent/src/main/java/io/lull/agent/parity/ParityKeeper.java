package io.lull.agent.parity;

import com.google.protobuf.ByteString;
import io.lull.agent.piece.PieceClient;
import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceStore;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.RebuildPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the parities of other nodes' pieces that this node keeps, and rebuilds pieces from
 * parities. It works on two threads of its own; what exists already is not made again.
 */
public final class ParityKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(ParityKeeper.class);

  /**
   * Each thread holds a block of every machine of its group in an agent's small memory, and the
   * next.
   */
  private static final int AT_ONCE = 2;

  private static final int MAX_WAITING = 64;

  /** Reads have no side effects, and a broken connection may recover. */
  private static final int READ_TRIES = 2;

  /** How often progress is reported to the coordinator, at most. */
  private static final Duration SIGN_EVERY = Duration.ofSeconds(5);

  private final String node;
  private final PieceStore store;
  private final PieceClient client;
  private final ParityReports reports;
  private final Clock clock;
  private final Semaphore turns = new Semaphore(AT_ONCE);
  private final Map<PieceId, Thread> underWay = new HashMap<>();
  private volatile long cameNanos;

  /** Makes a file that is durable when it returns; returns its length. */
  private interface Work {
    long done(GroupReader reader) throws IOException, InterruptedException;
  }

  /** What a generation offers for reading, and by which ticket. */
  private record Task(PieceId id, CodingGroup group, ByteString ticket, Work work) {}

  /**
   * The result.
   *
   * @param error empty: success
   * @param damaged not enough is left to make it
   */
  private record Outcome(long bytes, String error, boolean damaged) {
    static Outcome failed(String error) {
      return new Outcome(0, error, false);
    }
  }

  private interface Ending {
    void report(Outcome outcome);
  }

  /**
   * @param node this node's name
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
                    .setDamaged(outcome.damaged())
                    .build()));
  }

  /** The job has ended: nobody waits for its pieces any more. */
  public synchronized void forget(String job) {
    underWay
        .entrySet()
        .removeIf(task -> {
          final boolean ofJob = task.getKey().job().equals(job);
          if (ofJob) {
            task.getValue().interrupt();
          }
          return ofJob;
        });
  }

  /** An order that is repeated while it runs is answered once. */
  private void begin(Task task, Ending ending) {
    synchronized (this) {
      if (underWay.containsKey(task.id())) {
        return;
      }
      if (underWay.size() < MAX_WAITING) {
        final Thread thread =
            Thread.ofVirtual()
                .name("code " + task.id())
                .unstarted(() -> LogContext.ofJob(task.id().job(), () -> run(task, ending)));
        underWay.put(task.id(), thread);
        thread.start();
        return;
      }
    }
    ending.report(Outcome.failed("this node has too many such tasks"));
  }

  private void run(Task task, Ending ending) {
    final Outcome outcome = outcome(task);
    final boolean wanted;
    synchronized (this) {
      wanted = underWay.remove(task.id(), Thread.currentThread());
    }
    if (wanted) {
      ending.report(outcome);
    }
  }

  private synchronized boolean isForgotten(Task task) {
    return !Thread.currentThread().equals(underWay.get(task.id()));
  }

  private Outcome outcome(Task task) {
    try {
      return new Outcome(bytes(task), "", false);
    } catch (IOException e) {
      if (isForgotten(task)) {
        LOG.debug("{} is not needed any more", task.id());
      } else {
        LOG.warn("cannot make {}: {}", task.id(), e.getMessage());
      }
      return new Outcome(0, String.valueOf(e.getMessage()), e instanceof DamagedException);
    } catch (InterruptedException e) {
      return Outcome.failed("the agent ends");
    } catch (RuntimeException | Error e) {
      // The coordinator would wait for an answer that never comes.
      LOG.error("{} could not be made", task.id(), e);
      return Outcome.failed("the agent failed: " + e);
    }
  }

  private long bytes(Task task) throws IOException, InterruptedException {
    final Optional<Path> there = store.find(task.id());
    if (there.isPresent()) {
      return Files.size(there.get());
    }
    final Signs signs = new Signs(task.id());
    awaitTurn(signs);
    try (PieceClient.Reading line = client.reading(task.ticket());
        GroupReader reader =
            new GroupReader(
                task.group(),
                (of, parity, offset, length) -> {
                  final ByteBuffer came = read(task, line, of, parity, offset, length);
                  cameNanos = clock.nanos();
                  signs.give();
                  return came;
                },
                clock)) {
      return task.work().done(reader);
    } finally {
      turns.release();
    }
  }

  /** As long as the tasks before make progress. */
  private void awaitTurn(Signs signs) throws IOException, InterruptedException {
    long sinceNanos = clock.nanos();
    long seenNanos = cameNanos;
    while (!turns.tryAcquire(SIGN_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      if (cameNanos != seenNanos) {
        seenNanos = cameNanos;
        sinceNanos = clock.nanos();
        signs.give();
      } else if (clock.nanos() - sinceNanos > GroupReader.STALLED.toNanos()) {
        throw new IOException("this node's earlier tasks make no progress");
      }
    }
  }

  private ByteBuffer read(
      Task task, PieceClient.Reading line, CodingMember of, boolean parity, long offset, int length)
      throws IOException, InterruptedException {
    final PieceId id = new PieceId(task.id().job(), task.id().generation(), of.getRank(), parity);
    if (of.getAddress().getNode().equals(node)) {
      return store.read(id, offset, length);
    }
    for (int i = 1; ; i++) {
      try {
        return line.read(of.getAddress(), id, offset, length);
      } catch (NoSuchFileException e) {
        throw e;
      } catch (IOException e) {
        if (i >= READ_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Reports progress to the coordinator; on any thread. */
  private final class Signs {
    private final PieceId id;
    private final AtomicLong lastNanos = new AtomicLong(clock.nanos());

    Signs(PieceId id) {
      this.id = id;
    }

    void give() {
      final long now = clock.nanos();
      final long last = lastNanos.get();
      if (now - last >= SIGN_EVERY.toNanos() && lastNanos.compareAndSet(last, now)) {
        reports.progress(
            CodingProgress.newBuilder()
                .setJob(id.job())
                .setGeneration(id.generation())
                .setRank(id.rank())
                .setParity(id.parity())
                .build());
      }
    }
  }
}
