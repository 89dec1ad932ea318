package io.lull.agent.piece;

import static io.lull.agent.file.CoordinatorFiles.PART_BYTES;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.worker.WorkerFolder;
import io.lull.platform.guest.GuestFolder;
import io.lull.protocol.wire.PieceAdoption;
import io.lull.protocol.wire.PiecePart;
import io.lull.protocol.wire.PieceRange;
import io.lull.protocol.wire.PieceReceipt;
import io.lull.protocol.wire.PieceRequest;
import io.lull.protocol.wire.PiecesGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves pieces to other agents that present their ticket, and stores copies as their buddy. */
final class PieceService extends PiecesGrpc.PiecesImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(PieceService.class);
  private static final int MAX_AT_ONCE = 16;

  /** A reader that accepts nothing for this long counts as gone. */
  private static final Duration READER_PATIENCE = Duration.ofSeconds(30);

  /** Readers of parts wait for each other, at most for the time of an answer. */
  private static final Duration READS_PATIENCE = PieceClient.READ_DEADLINE.dividedBy(2);

  private final PieceStore store;
  private final PieceTickets tickets;
  private final NetworkBudget network;
  private final Function<String, Optional<WorkerFolder>> folders;
  private final Semaphore transfers = new Semaphore(MAX_AT_ONCE);
  private final Semaphore reads = new Semaphore(MAX_AT_ONCE);
  private final SharedTransfer readers;

  /**
   * @param folders of workers, by id
   */
  PieceService(
      PieceStore store,
      PieceTickets tickets,
      NetworkBudget network,
      Function<String, Optional<WorkerFolder>> folders) {
    this.folders = folders;
    this.store = store;
    this.tickets = tickets;
    this.network = network;
    this.readers = new SharedTransfer(network);
  }

  @Override
  public StreamObserver<PiecePart> put(StreamObserver<PieceReceipt> answer) {
    return new Taking(answer);
  }

  @Override
  public void adopt(PieceAdoption adoption, StreamObserver<PieceReceipt> answer) {
    try {
      admit(adoption.getHead());
      final PieceId id = id(adoption.getHead());
      if (!adoption.getWorker().startsWith(id.job() + "-")) {
        throw refusal(Status.INVALID_ARGUMENT, "that is not a worker of " + id.job());
      }
      final WorkerFolder folder =
          folders
              .apply(adoption.getWorker())
              .orElseThrow(() -> refusal(Status.NOT_FOUND, adoption.getWorker() + " is not here"));
      final long bytes;
      try (GuestFolder pieces = folder.openPieces();
          TakenPiece piece = store.take(id, pieces, id.copyName())) {
        if (!tickets.fits(id.job(), piece.bytes())) {
          throw refusal(Status.RESOURCE_EXHAUSTED, "the piece is over its job's limit");
        }
        piece.keep();
        bytes = piece.bytes();
      }
      answer.onNext(PieceReceipt.newBuilder().setBytes(bytes).build());
      answer.onCompleted();
    } catch (IOException e) {
      answer.onError(status(e).asException());
    }
  }

  @Override
  public void get(PieceRequest request, StreamObserver<PiecePart> answer) {
    final Semaphore ready = new Semaphore(0);
    final ServerCallStreamObserver<PiecePart> line = (ServerCallStreamObserver<PiecePart>) answer;
    line.setOnReadyHandler(ready::release);
    line.setOnCancelHandler(ready::release);
    // The call's own thread must stay free to learn that the transport is ready again.
    Thread.ofVirtual().name("give a piece").start(() -> give(request, line, ready));
  }

  @Override
  public void read(PieceRange range, StreamObserver<PiecePart> answer) {
    try {
      admit(range.getHead());
      if (range.getOffset() < 0 || range.getLength() < 1 || range.getLength() > PART_BYTES) {
        throw refusal(
            Status.INVALID_ARGUMENT, "a part has 1 to " + PART_BYTES + " bytes of its piece");
      }
      if (!reads.tryAcquire(READS_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw refusal(Status.UNAVAILABLE, "too many parts of pieces are being read");
      }
      try {
        final PieceRequest head = range.getHead();
        final PieceId id =
            new PieceId(head.getJob(), head.getGeneration(), head.getRank(), range.getParity());
        final ByteBuffer bytes = store.read(id, range.getOffset(), range.getLength());
        readers.pass(bytes.remaining());
        answer.onNext(PiecePart.newBuilder().setContent(ByteString.copyFrom(bytes)).build());
      } finally {
        reads.release();
      }
      answer.onCompleted();
    } catch (NoSuchFileException e) {
      answer.onError(Status.NOT_FOUND.withDescription(e.getMessage()).asException());
    } catch (IOException e) {
      answer.onError(status(e).asException());
    } catch (InterruptedException e) {
      answer.onError(Status.UNAVAILABLE.withDescription("this agent ends").asException());
    }
  }

  private void give(
      PieceRequest request, ServerCallStreamObserver<PiecePart> line, Semaphore ready) {
    try {
      admit(request);
      final PieceId id = id(request);
      final Optional<Path> file = store.find(id);
      if (file.isEmpty()) {
        throw refusal(Status.NOT_FOUND, id + " is not here");
      }
      if (!transfers.tryAcquire()) {
        throw refusal(Status.UNAVAILABLE, "too many pieces are in transfer");
      }
      try {
        give(file.get(), line, ready);
      } finally {
        transfers.release();
      }
      line.onCompleted();
    } catch (IOException e) {
      line.onError(status(e).asException());
    } catch (InterruptedException e) {
      line.onError(Status.UNAVAILABLE.withDescription("this agent ends").asException());
    } catch (StatusRuntimeException | IllegalStateException e) {
      LOG.debug("the reader of a piece is gone: {}", e.getMessage());
    }
  }

  private void give(Path file, ServerCallStreamObserver<PiecePart> line, Semaphore ready)
      throws IOException, InterruptedException {
    try (InputStream in = Files.newInputStream(file);
        NetworkBudget.Transfer transfer = network.begin()) {
      final long size = Files.size(file);
      PiecePart.Builder part = PiecePart.newBuilder().setTotalBytes(size);
      long left = size;
      do {
        final byte[] bytes = in.readNBytes((int) Math.min(left, PART_BYTES));
        if (bytes.length == 0 && left > 0) {
          throw new IOException(file + " became shorter during the read");
        }
        transfer.pass(bytes.length);
        awaitReady(line, ready);
        line.onNext(part.setContent(ByteString.copyFrom(bytes)).build());
        part = PiecePart.newBuilder();
        left -= bytes.length;
      } while (left > 0);
    }
  }

  private static void awaitReady(ServerCallStreamObserver<PiecePart> line, Semaphore ready)
      throws IOException, InterruptedException {
    while (!line.isReady()) {
      if (line.isCancelled()
          || !ready.tryAcquire(READER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw refusal(Status.CANCELLED, "the reader of the piece is gone");
      }
    }
  }

  private void admit(PieceRequest request) throws IOException {
    try {
      if (tickets.admits(request.getJob(), request.getPieceTicket())) {
        return;
      }
    } catch (IllegalArgumentException e) {
      throw new Refusal(Status.INVALID_ARGUMENT.withDescription(e.getMessage()));
    }
    throw refusal(Status.PERMISSION_DENIED, "that is not the ticket of " + request.getJob());
  }

  private static PieceId id(PieceRequest request) {
    return new PieceId(request.getJob(), request.getGeneration(), request.getRank());
  }

  private static Refusal refusal(Status status, String line) {
    return new Refusal(status.withDescription(line));
  }

  private static Status status(IOException e) {
    return switch (e) {
      case Refusal refusal -> refusal.status;
      case NoRoomException full -> Status.RESOURCE_EXHAUSTED.withDescription(full.getMessage());
      case GivenUpException late -> Status.FAILED_PRECONDITION.withDescription(late.getMessage());
      case WrongLengthException wrong ->
          Status.INVALID_ARGUMENT.withDescription(wrong.getMessage());
      default -> {
        LOG.warn("cannot transfer a piece: {}", e.toString());
        yield Status.RESOURCE_EXHAUSTED.withDescription("the disk refuses it: " + e.getMessage());
      }
    };
  }

  /** What the caller is told. */
  private static final class Refusal extends IOException {
    private static final long serialVersionUID = 1;
    private final transient Status status;

    Refusal(Status status) {
      super(status.getDescription());
      this.status = status;
    }
  }

  /** One piece that is being received. */
  private final class Taking implements StreamObserver<PiecePart> {
    private final StreamObserver<PieceReceipt> answer;
    private PieceStore.@Nullable Arrival arrival;
    private NetworkBudget.@Nullable Transfer transfer;
    private boolean over;

    Taking(StreamObserver<PieceReceipt> answer) {
      this.answer = answer;
    }

    @Override
    public void onNext(PiecePart part) {
      if (over) {
        return;
      }
      try {
        if (arrival == null) {
          arrival = open(part);
          transfer = network.begin();
        }
        arrival.write(part.getContent().asReadOnlyByteBuffer());
        if (transfer != null) {
          transfer.pass(part.getContent().size());
        }
      } catch (InterruptedException e) {
        end();
        answer.onError(Status.UNAVAILABLE.withDescription("this agent ends").asException());
      } catch (IOException e) {
        end();
        answer.onError(status(e).asException());
      }
    }

    @Override
    public void onError(Throwable failure) {
      end();
    }

    @Override
    public void onCompleted() {
      if (over) {
        return;
      }
      try {
        final PieceStore.Arrival complete = arrival;
        if (complete == null) {
          throw refusal(Status.INVALID_ARGUMENT, "no piece was sent");
        }
        final long bytes = complete.commit();
        end();
        answer.onNext(PieceReceipt.newBuilder().setBytes(bytes).build());
        answer.onCompleted();
      } catch (IOException e) {
        end();
        answer.onError(status(e).asException());
      }
    }

    private PieceStore.Arrival open(PiecePart first) throws IOException {
      admit(first.getHead());
      if (first.getTotalBytes() < 0
          || !tickets.fits(first.getHead().getJob(), first.getTotalBytes())) {
        throw refusal(Status.RESOURCE_EXHAUSTED, "the piece is over its job's limit");
      }
      if (!transfers.tryAcquire()) {
        throw refusal(Status.UNAVAILABLE, "too many pieces are in transfer");
      }
      try {
        return store.receive(id(first.getHead()), first.getTotalBytes());
      } catch (IOException e) {
        transfers.release();
        throw e;
      }
    }

    private void end() {
      over = true;
      final PieceStore.Arrival open = arrival;
      if (open != null) {
        arrival = null;
        transfers.release();
        if (transfer != null) {
          transfer.close();
        }
        try {
          open.close();
        } catch (IOException e) {
          LOG.warn("cannot delete a piece that did not arrive: {}", e.getMessage());
        }
      }
    }
  }
}
