package io.lull.agent.piece;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.worker.WorkerFolder;
import io.lull.platform.guest.PathFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.PieceAdoption;
import io.lull.protocol.wire.PiecePart;
import io.lull.protocol.wire.PieceReceipt;
import io.lull.protocol.wire.PieceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PieceAdoptionTest {
  private static final int PIECE_BYTES = 1000;
  private static final ByteString TICKET = ByteString.copyFromUtf8("ticket");

  @TempDir private Path folder;
  private long allowed = 10L * PIECE_BYTES;
  private PieceStore store;
  private PieceService service;
  private Path piece;
  private final List<PieceReceipt> receipts = new ArrayList<>();
  private final List<Status> refusals = new ArrayList<>();

  @BeforeEach
  void receive() throws IOException {
    store = PieceStore.open(folder.resolve("store"), () -> allowed);
    final PieceTickets tickets = new PieceTickets(store);
    tickets.accept("J1", TICKET, 2 * PIECE_BYTES);
    tickets.accept("J2", TICKET, 2 * PIECE_BYTES);
    final WorkerFolder worker = new WorkerFolder(folder.resolve("J1-w2"), PathFolder::open);
    service =
        new PieceService(
            store,
            tickets,
            NetworkBudget.unlimited(SystemClock.INSTANCE),
            name -> name.equals("J1-w2") ? Optional.of(worker) : Optional.empty());
    Files.createDirectories(worker.root().resolve("pieces"));
    piece = worker.root().resolve("pieces").resolve("copy-g3-r1.piece");
    Files.write(piece, new byte[PIECE_BYTES]);
  }

  private void adopt(String job, int rank, String ticket, String worker) {
    service.adopt(
        PieceAdoption.newBuilder()
            .setHead(
                PieceRequest.newBuilder()
                    .setJob(job)
                    .setGeneration(3)
                    .setRank(rank)
                    .setPieceTicket(ByteString.copyFromUtf8(ticket)))
            .setWorker(worker)
            .build(),
        answer());
  }

  private StreamObserver<PieceReceipt> answer() {
    return new StreamObserver<>() {
      @Override
      public void onNext(PieceReceipt value) {
        receipts.add(value);
      }

      @Override
      public void onError(Throwable failure) {
        refusals.add(Status.fromThrowable(failure));
      }

      @Override
      public void onCompleted() {}
    };
  }

  private void send(int announced, int sent) {
    final StreamObserver<PiecePart> sender = service.put(answer());
    sender.onNext(
        PiecePart.newBuilder()
            .setHead(
                PieceRequest.newBuilder()
                    .setJob("J1")
                    .setGeneration(3)
                    .setRank(1)
                    .setPieceTicket(TICKET))
            .setTotalBytes(announced)
            .setContent(ByteString.copyFrom(new byte[sent]))
            .build());
    sender.onCompleted();
  }

  @Test
  void theDiskIsNotBlamedForAPieceThatIsCutOff() {
    send(10, 9);
    assertRefused(Status.Code.INVALID_ARGUMENT);
    assertThat(refusals.getFirst().getDescription())
        .endsWith("has 9 bytes, not 10: it was cut off");
  }

  @Test
  void theDiskIsNotBlamedForAPieceThatIsLongerThanAnnounced() {
    send(10, 11);
    assertRefused(Status.Code.INVALID_ARGUMENT);
    assertThat(refusals.getFirst().getDescription()).endsWith("is longer than announced");
  }

  @Test
  void whatAWorkerWasSentIsTakenOver() {
    adopt("J1", 1, "ticket", "J1-w2");
    assertThat(refusals).isEmpty();
    assertThat(receipts).containsExactly(PieceReceipt.newBuilder().setBytes(PIECE_BYTES).build());
    assertThat(store.find(new PieceId("J1", 3, 1))).isPresent();
    assertThat(piece).doesNotExist();
  }

  @Test
  void nothingIsTakenOverWithoutTheJobsTicket() {
    adopt("J1", 1, "guessed", "J1-w2");
    assertRefused(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void aWorkerOfAnotherJobIsNotAsked() {
    adopt("J2", 1, "ticket", "J1-w2");
    assertRefused(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void whatIsNotThereIsSaid() {
    adopt("J1", 0, "ticket", "J1-w2");
    adopt("J1", 1, "ticket", "J1-w7");
    assertThat(receipts).isEmpty();
    assertThat(refusals).hasSize(2);
    assertThat(piece).exists();
  }

  @Test
  void aPieceOverTheJobsLimitIsRefusedAndGone() throws Exception {
    Files.write(piece, new byte[3 * PIECE_BYTES]);
    adopt("J1", 1, "ticket", "J1-w2");
    assertRefusedAndGone();
  }

  @Test
  void aPieceThatDoesNotFitIsRefusedAndGone() throws Exception {
    allowed = PIECE_BYTES - 1;
    adopt("J1", 1, "ticket", "J1-w2");
    assertRefusedAndGone();
  }

  private void assertRefusedAndGone() {
    assertThat(receipts).isEmpty();
    assertThat(refusals)
        .extracting(Status::getCode)
        .containsExactly(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(piece).doesNotExist();
    assertThat(store.held()).isEmpty();
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    Files.delete(piece);
    final Path secret = Files.write(folder.resolve("secret"), new byte[PIECE_BYTES]);
    Files.createSymbolicLink(piece, secret);
    adopt("J1", 1, "ticket", "J1-w2");
    assertThat(receipts).isEmpty();
    assertThat(secret).exists();
  }

  private void assertRefused(Status.Code code) {
    assertThat(receipts).isEmpty();
    assertThat(refusals).extracting(Status::getCode).containsExactly(code);
    assertThat(piece).exists();
    assertThat(store.held()).isEmpty();
  }
}
