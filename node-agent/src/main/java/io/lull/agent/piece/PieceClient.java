package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.file.UploadCall;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.KnownPeer;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceAdoption;
import io.lull.protocol.wire.PiecePart;
import io.lull.protocol.wire.PieceRange;
import io.lull.protocol.wire.PieceReceipt;
import io.lull.protocol.wire.PieceRequest;
import io.lull.protocol.wire.PiecesGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sends pieces to the agents of other nodes and fetches pieces from them. */
public final class PieceClient implements AutoCloseable {
  /** Within the time that the coordinator allows for a checkpoint. */
  static final Duration DEADLINE = Duration.ofSeconds(25);

  /** For one part of a piece. */
  static final Duration READ_DEADLINE = Duration.ofSeconds(10);

  private static final Duration LINE_IDLE = Duration.ofMinutes(1);

  /** As many as the machines of the largest coded group. */
  private static final int MAX_LINES = 32;

  private final EventLoop loop;
  private final LiveIdentity identity;
  private final NetworkBudget network;
  private final RevokedPeers revoked;
  private final Map<NodeAddress, ManagedChannel> lines =
      new LinkedHashMap<>(MAX_LINES, 0.75f, true);

  public PieceClient(
      EventLoop loop, LiveIdentity identity, NetworkBudget network, RevokedPeers revoked) {
    this.loop = loop;
    this.identity = identity;
    this.network = network;
    this.revoked = revoked;
  }

  /** The piece is durable on the other node when this returns. */
  void put(NodeAddress to, PieceId id, ByteString ticket, Path file)
      throws IOException, InterruptedException {
    final long size = Files.size(file);
    final UploadCall<PiecePart, PieceReceipt> upload =
        UploadCall.open(answer ->
            PiecesGrpc.newStub(line(to))
                .withDeadlineAfter(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .put(answer));
    try (InputStream in = Files.newInputStream(file);
        NetworkBudget.Transfer transfer = network.begin()) {
      PiecePart.Builder part =
          PiecePart.newBuilder().setHead(request(id, ticket)).setTotalBytes(size);
      long left = size;
      do {
        final byte[] bytes = in.readNBytes(CoordinatorFiles.PART_BYTES);
        transfer.pass(bytes.length);
        upload.send(part.setContent(ByteString.copyFrom(bytes)).build());
        part = PiecePart.newBuilder();
        left -= bytes.length;
        if (bytes.length == 0) {
          break;
        }
      } while (left > 0);
      final long stored = upload.finish().getBytes();
      if (stored != size) {
        throw new IOException("it stored " + stored + " of " + size + " bytes");
      }
    } catch (IOException | InterruptedException e) {
      upload.abandon("cannot send the piece");
      throw e;
    }
  }

  /**
   * Has the other node's agent take over the copy that its own worker received; durable when this
   * returns.
   *
   * @return its length
   */
  long adopt(NodeAddress to, PieceId id, ByteString ticket, String worker) throws IOException {
    try {
      return PiecesGrpc.newBlockingStub(line(to))
          .withDeadlineAfter(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
          .adopt(PieceAdoption.newBuilder().setHead(request(id, ticket)).setWorker(worker).build())
          .getBytes();
    } catch (StatusRuntimeException e) {
      throw new IOException(UploadCall.describe(e), e);
    }
  }

  /** When this returns, the file at the path is complete; if it throws, there is none. */
  void get(NodeAddress from, PieceId id, ByteString ticket, Path to)
      throws IOException, InterruptedException {
    final Path temporary = to.resolveSibling(to.getFileName() + ".tmp");
    long total = -1;
    long bytes = 0;
    Files.deleteIfExists(temporary);
    try (OutputStream out = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW);
        NetworkBudget.Transfer transfer = network.begin()) {
      final Iterator<PiecePart> parts =
          PiecesGrpc.newBlockingStub(line(from))
              .withDeadlineAfter(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
              .get(request(id, ticket));
      while (parts.hasNext()) {
        final PiecePart part = parts.next();
        total = total < 0 ? part.getTotalBytes() : total;
        bytes += part.getContent().size();
        part.getContent().writeTo(out);
        transfer.pass(part.getContent().size());
      }
      if (bytes != total) {
        throw new IOException("the transfer ended after " + bytes + " of " + total + " bytes");
      }
    } catch (StatusRuntimeException e) {
      Files.deleteIfExists(temporary);
      throw new IOException(UploadCall.describe(e), e);
    } catch (IOException | InterruptedException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    Files.move(temporary, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Opens a reader of parts of a job's pieces, until it is closed. */
  public Reading reading(ByteString ticket) {
    return new Reading(ticket);
  }

  @Override
  public synchronized void close() {
    lines.values().forEach(ManagedChannel::shutdownNow);
    lines.clear();
  }

  private static PieceRequest request(PieceId id, ByteString ticket) {
    return PieceRequest.newBuilder()
        .setJob(id.job())
        .setGeneration(id.generation())
        .setRank(id.rank())
        .setPieceTicket(ticket)
        .build();
  }

  private synchronized ManagedChannel line(NodeAddress to) {
    final ManagedChannel line = lines.computeIfAbsent(to, this::dial);
    if (lines.size() > MAX_LINES) {
      final Iterator<ManagedChannel> oldest = lines.values().iterator();
      oldest.next().shutdown();
      oldest.remove();
    }
    return line;
  }

  private ManagedChannel dial(NodeAddress to) {
    return loop.dial(
            new HostPort(to.getHost(), to.getPort()),
            Credentials.client(
                identity, Role.NODE.wire(), server -> objection(to.getNode(), server)))
        .overrideAuthority(Credentials.SERVER_NAME)
        .maxInboundMessageSize(2 * CoordinatorFiles.PART_BYTES)
        .idleTimeout(LINE_IDLE.toMillis(), TimeUnit.MILLISECONDS)
        .build();
  }

  /** All nodes have the same role: another may listen where this one did. */
  private Optional<String> objection(String node, KnownPeer server) {
    final String shown = server.peer().name();
    if (!shown.equals(node)) {
      return Optional.of("it is " + shown + ", not " + node);
    }
    return revoked.contains(server.keySha256())
        ? Optional.of(shown + " was revoked")
        : Optional.empty();
  }

  /** Reads parts of pieces, which together are one transfer of the network's budget. */
  public final class Reading implements AutoCloseable {
    private final ByteString ticket;
    private final NetworkBudget.Transfer transfer = network.begin();

    private Reading(ByteString ticket) {
      this.ticket = ticket;
    }

    /**
     * Reads a part of a piece, or of parities; on any thread, several at once.
     *
     * @param length at most {@link CoordinatorFiles#PART_BYTES}
     * @return the number of bytes, fewer at the end of the file
     * @throws NoSuchFileException if the other node has no such file
     */
    public ByteBuffer read(NodeAddress from, PieceId id, long offset, int length)
        throws IOException, InterruptedException {
      final ByteString content;
      try {
        content =
            PiecesGrpc.newBlockingStub(line(from))
                .withDeadlineAfter(READ_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .read(
                    PieceRange.newBuilder()
                        .setHead(request(id, ticket))
                        .setParity(id.parity())
                        .setOffset(offset)
                        .setLength(length)
                        .build())
                .getContent();
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
          final IOException absent = new NoSuchFileException(UploadCall.describe(e));
          absent.initCause(e);
          throw absent;
        }
        throw new IOException(UploadCall.describe(e), e);
      }
      transfer.pass(content.size());
      return content.asReadOnlyByteBuffer();
    }

    @Override
    public void close() {
      transfer.close();
    }
  }
}
