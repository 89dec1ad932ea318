package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.checkpoint.PieceCost;
import io.lull.reconfig.checkpoint.PieceKey;
import io.lull.reconfig.checkpoint.PieceReader;
import io.lull.reconfig.checkpoint.PieceReceiver;
import io.lull.reconfig.checkpoint.PieceWriter;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Conversation;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.network.HostNetwork;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A piece is made safe here whatever its keeper does, and in a time that is bounded. */
@Timeout(120)
final class CheckpointingTest {
  private static final int PIPE_BYTES = 1 << 16;
  private static final PieceKey KEY = PieceKey.of(new byte[PieceKey.BYTES]);
  private static final long ROWS = 64;

  @TempDir Path pieces;
  @TempDir Path there;

  private final VirtualClock clock = new VirtualClock();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);
  private final Plate plate = new Plate();
  private final LoneWorker worker = new LoneWorker(plate);
  private final PipedInputStream said = new PipedInputStream(PIPE_BYTES);
  private final AtomicLong processorNanos = new AtomicLong();
  private final PieceCost cost = new PieceCost(processorNanos::get);
  private Links links;
  private Checkpointing checkpointing;

  private static final class Plate implements GridProgram {
    private DoubleGrid grid;
    private DoubleGrid other;

    @Override
    public void declare(GridSpace space) {
      grid = space.doubleGrid("u", ROWS, ROWS, Halo.of(1));
      other = space.doubleGrid("v", ROWS, ROWS, Halo.of(1));
    }

    @Override
    public void initialise() {
      grid.fill((row, column) -> row + column / 100.0);
    }

    @Override
    public boolean iterate() {
      return false;
    }

    @Override
    public void finish(Results results) {}
  }

  CheckpointingTest() throws IOException {}

  @BeforeEach
  void compute() throws IOException {
    worker.enter(1, Entry.FRESH);
    links = links("w1", (_, _) -> {}, clock);
    checkpointing =
        new Checkpointing(
            "J1",
            new WorkerPieces(pieces, pieces, KEY),
            links,
            new Reports(new PipedOutputStream(said)),
            cost,
            clock);
  }

  @AfterEach
  void end() throws InterruptedException {
    mayGoOn.countDown();
    checkpointing.finishWriting();
    links.close();
    worker.close();
  }

  private static Links links(String name, Conversation.Answerer answerer, Clock clock)
      throws IOException {
    return new Links(
        name,
        HostNetwork.loopback(),
        PeerSecurity.plain(),
        (_, _) -> {},
        answerer,
        (_, _, _) -> {},
        clock);
  }

  private Communicator group(long epoch) {
    return new Communicator(epoch, 0, Collections.singletonList(null), CallContext.NONE);
  }

  private void capture(long generation, long epoch, int keepersPort) {
    capture(generation, epoch, "w2", keepersPort);
  }

  private void capture(long generation, long epoch, String keeper, int keepersPort) {
    checkpointing.capture(
        Capture.newBuilder()
            .setGeneration(generation)
            .setKeeper(
                Member.newBuilder().setWorker(keeper).setHost("127.0.0.1").setPort(keepersPort))
            .build(),
        worker.program(),
        group(epoch),
        () -> {});
  }

  private PieceWritten written() throws IOException {
    while (true) {
      final WorkerReport report = Frames.read(said, WorkerReport.parser());
      if (Objects.requireNonNull(report).hasPieceWritten()) {
        return report.getPieceWritten();
      }
    }
  }

  private Captured captured() throws IOException {
    while (true) {
      final WorkerReport report = Frames.read(said, WorkerReport.parser());
      if (Objects.requireNonNull(report).hasCaptured()) {
        return report.getCaptured();
      }
    }
  }

  private void assertWhole(PieceWritten written) throws IOException {
    assertThat(written.getError()).isEmpty();
    try (PieceReader piece = PieceReader.open(pieces.resolve(written.getFile()), KEY)) {
      piece.verifyAll();
    }
  }

  private void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  @Test
  void aCopyThatTakesLongerThanItMayIsLeftToTheAgents() throws Exception {
    try (Links keeper =
        links(
            "w2",
            (_, conversation) -> {
              conversation.fill(ByteBuffer.allocate(1));
              asked.countDown();
              await(mayGoOn);
            },
            SystemClock.INSTANCE)) {
      capture(1, 1, keeper.port());
      asked.await();
      clock.advance(Checkpointing.LONGEST_COPY);
      final PieceWritten written = written();
      assertThat(written.getCopied()).isFalse();
      assertWhole(written);
    }
  }

  @Test
  void aCopyThatComesInTimeIsKept() throws Exception {
    try (PieceReceiver receiver = new PieceReceiver(there, cost);
        Links keeper =
            links(
                "w2",
                (peer, conversation) -> {
                  asked.countDown();
                  await(mayGoOn);
                  receiver.answer(peer, conversation);
                },
                SystemClock.INSTANCE)) {
      capture(1, 1, keeper.port());
      asked.await();
      clock.advance(Checkpointing.LONGEST_COPY.minus(Duration.ofMillis(1)));
      mayGoOn.countDown();
      final PieceWritten written = written();
      assertThat(written.getCopied()).isTrue();
      assertThat(there.resolve("copy-" + PieceWriter.fileName(1, 0)))
          .hasSameBinaryContentAs(pieces.resolve(written.getFile()));
    }
  }

  @Test
  void aCaptureSaysWhatPiecesHaveCostSinceTheOneBefore() throws Exception {
    try (Links keeper =
        links(
            "w2",
            (_, conversation) -> {
              processorNanos.addAndGet(500);
              while (true) {
                take(conversation);
              }
            },
            SystemClock.INSTANCE)) {
      capture(1, 1, keeper.port());
      assertThat(captured().getPiecesNanos()).as("none was written before").isZero();
      assertThat(written().getCopied()).isTrue();
      capture(2, 1, keeper.port());
      assertThat(captured().getPiecesNanos()).isEqualTo(500);
    }
  }

  @Test
  void aKeeperOutOfReachIsCalledOnceInAnEpochAndNotForLong() throws Exception {
    try (ServerSocketChannel silent = silent()) {
      capture(1, 1, port(silent));
      try (SocketChannel call = silent.accept()) {
        assertThat(call.read(ByteBuffer.allocate(1))).isOne();
        clock.advance(Links.LONGEST_CALL);
        final PieceWritten written = written();
        assertThat(written.getCopied()).isFalse();
        assertWhole(written);
      }
      silent.configureBlocking(false);
      capture(2, 1, port(silent));
      assertThat(written().getCopied()).isFalse();
      assertThat(silent.accept()).isNull();
      silent.configureBlocking(true);
      capture(3, 2, port(silent));
      try (SocketChannel call = silent.accept()) {
        assertThat(call.read(ByteBuffer.allocate(1))).isOne();
        clock.advance(Links.LONGEST_CALL);
      }
      assertWhole(written());
    }
  }

  @Test
  void aCaptureThatTheNextOvertakesIsNotWritten() throws Exception {
    try (ServerSocketChannel silent = silent()) {
      capture(1, 1, port(silent));
      try (SocketChannel call = silent.accept()) {
        assertThat(call.read(ByteBuffer.allocate(1))).isOne();
        capture(2, 1, port(silent));
        capture(3, 1, port(silent));
        clock.advance(Links.LONGEST_CALL);
        assertWhole(written());
        final PieceWritten overtaken = written();
        assertThat(overtaken.getGeneration()).isEqualTo(2);
        assertThat(overtaken.getError()).contains("the next one is due already");
        assertThat(pieces.resolve(PieceWriter.fileName(2, 0))).doesNotExist();
        final PieceWritten last = written();
        assertThat(last.getGeneration()).isEqualTo(3);
        assertWhole(last);
      }
    }
  }

  @Test
  void aCopyHasAlsoWhatChangedBeforeAPieceOfWhichThereWasNone() throws Exception {
    try (PieceReceiver receiver = new PieceReceiver(there, cost);
        Links keeper = links("w2", receiver, SystemClock.INSTANCE)) {
      capture(1, 1, keeper.port());
      assertThat(written().getCopied()).isTrue();
      plate.grid.fill((row, column) -> -1);
      checkpointing.capture(
          Capture.newBuilder().setGeneration(2).build(), worker.program(), group(1), () -> {});
      assertWhole(written());
      plate.other.fill((row, column) -> -2);
      capture(3, 1, keeper.port());
      final PieceWritten last = written();
      assertThat(last.getCopied()).isTrue();
      assertThat(there.resolve("copy-" + PieceWriter.fileName(3, 0)))
          .hasSameBinaryContentAs(pieces.resolve(last.getFile()));
    }
  }

  @Test
  void aCopyIsBuiltOnOneOfItsOwnEpochAndKeeperOnly() throws Exception {
    final BlockingQueue<Long> bases = new LinkedBlockingQueue<>();
    final Conversation.Answerer takesAll =
        (_, conversation) -> {
          while (true) {
            bases.add(take(conversation));
          }
        };
    try (Links second = links("w2", takesAll, SystemClock.INSTANCE);
        Links third = links("w3", takesAll, SystemClock.INSTANCE)) {
      assertThat(copied(1, 1, "w2", second)).isTrue();
      assertThat(copied(2, 1, "w2", second)).isTrue();
      assertThat(copied(3, 2, "w2", second)).as("what lies where is another epoch's").isTrue();
      assertThat(copied(4, 2, "w3", third)).as("this keeper has none").isTrue();
      assertThat(copied(5, 2, "w3", third)).isTrue();
    }
    assertThat(bases).containsExactly(0L, 1L, 0L, 0L, 4L);
  }

  private boolean copied(long generation, long epoch, String keeper, Links its) throws IOException {
    capture(generation, epoch, keeper, its.port());
    return written().getCopied();
  }

  /**
   * Takes a piece and keeps nothing of it.
   *
   * @return the generation that it was to be built on
   */
  private static long take(Conversation conversation) throws IOException {
    final ByteBuffer head = little(3 * Long.BYTES + Integer.BYTES);
    conversation.fill(head);
    final long wholeBytes = head.getLong(2 * Long.BYTES + Integer.BYTES);
    conversation.write(ByteBuffer.wrap(new byte[] {0}));
    long left = wholeBytes;
    while (left > 0) {
      final ByteBuffer length = little(Integer.BYTES);
      conversation.fill(length);
      conversation.fill(ByteBuffer.allocate(length.getInt(0)));
      left -= length.getInt(0);
    }
    conversation.write(little(Long.BYTES).putLong(wholeBytes).flip());
    return head.getLong(Long.BYTES);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Somebody who takes calls and never says a word. */
  private static ServerSocketChannel silent() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static int port(ServerSocketChannel server) {
    return server.socket().getLocalPort();
  }
}
