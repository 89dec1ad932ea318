package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import io.lull.agent.fake.TestAuthority;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.worker.WorkerFolder;
import io.lull.platform.guest.PathFolder;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.KnownPeer;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.PiecesStaged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What an agent has for pieces: its disk, its server, its client and its keeper; one worker. */
final class PieceDesk implements AutoCloseable, PieceReports {
  static final String JOB = "J1";
  static final ByteString TICKET = ByteString.copyFromUtf8("ticket");
  private static final long PATIENCE_SECONDS = 30;

  final PieceKeeper keeper;
  final PieceStore store;
  final PieceTickets tickets;
  final WorkerFolder worker;
  final RevokedPeers revoked;
  final ByteString keySha256;
  long quotaBytes = 1L << 30;
  private final String name;
  private final Path folder;
  final PieceServer server;
  private final PieceClient client;
  private final BlockingQueue<PieceDurable> durable = new LinkedBlockingQueue<>();
  private final BlockingQueue<PiecesStaged> staged = new LinkedBlockingQueue<>();

  PieceDesk(String name, Path temporary, TestAuthority authority, EventLoop loop)
      throws IOException {
    this.name = name;
    this.folder = temporary.resolve(name);
    store = PieceStore.open(folder.resolve("pieces"), () -> quotaBytes);
    tickets = new PieceTickets(store);
    worker = new WorkerFolder(folder.resolve("work"), PathFolder::open);
    Files.createDirectories(pieces());
    Files.createDirectories(worker.staged());
    final LiveIdentity identity = new LiveIdentity(authority.identity(name, Role.NODE.wire()));
    keySha256 = KnownPeer.keySha256(identity.present().certificate());
    final NetworkBudget network = NetworkBudget.unlimited(SystemClock.INSTANCE);
    revoked = RevokedPeers.open(folder);
    client = new PieceClient(loop, identity, network, revoked);
    server = PieceServer.open(loop, identity, store, tickets, network, revoked, this::folder);
    keeper = new PieceKeeper(name, store, client, this, this::folder, SystemClock.INSTANCE);
    keeper.ticket(JOB, TICKET);
    tickets.accept(JOB, TICKET, 0);
  }

  private Optional<WorkerFolder> folder(String id) {
    return id.equals(workerId()) ? Optional.of(worker) : Optional.empty();
  }

  /** What its worker writes to. */
  Path pieces() {
    return worker.root().resolve("pieces");
  }

  String workerId() {
    return JOB + "-" + name;
  }

  NodeAddress address() {
    return NodeAddress.newBuilder()
        .setNode(name)
        .setHost("127.0.0.1")
        .setPort(server.port())
        .build();
  }

  /** Its worker has written a piece. */
  PieceWritten writes(PieceId id, byte[] bytes) throws IOException {
    Files.write(pieces().resolve(id.fileName()), bytes);
    return PieceWritten.newBuilder()
        .setGeneration(id.generation())
        .setRank(id.rank())
        .setFile(id.fileName())
        .setBytes(bytes.length)
        .build();
  }

  Path file(PieceId id) {
    return folder.resolve("pieces").resolve(JOB).resolve(id.fileName());
  }

  @Override
  public void durable(PieceDurable report) {
    durable.add(report);
  }

  @Override
  public void staged(PiecesStaged report) {
    staged.add(report);
  }

  PieceDurable durable() throws InterruptedException {
    return Objects.requireNonNull(
        durable.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "no piece was reported");
  }

  PiecesStaged staged() throws InterruptedException {
    return Objects.requireNonNull(
        staged.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "nothing was staged");
  }

  @Override
  public void close() {
    server.close();
    client.close();
  }
}
