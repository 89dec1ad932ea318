package io.lull.agent.piece;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.worker.WorkerFolder;
import io.lull.limits.ConnectionLimiter;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.KnownPeer;
import io.lull.protocol.transport.LiveIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The server for other nodes' agents: over mutual TLS, for nodes only, within limits. */
public final class PieceServer implements AutoCloseable {
  private static final Duration END_WITHIN = Duration.ofSeconds(2);

  private final Server server;
  private final ConnectionLimiter limiter;
  private final ExecutorService threads;

  private PieceServer(Server server, ConnectionLimiter limiter, ExecutorService threads) {
    this.server = server;
    this.limiter = limiter;
    this.threads = threads;
  }

  /**
   * Starts to listen, on a port that the system chooses.
   *
   * @param revoked nodes that it refuses; their connections end as soon as they are revoked
   * @param folders of this node's workers, by id
   */
  public static PieceServer open(
      EventLoop loop,
      LiveIdentity identity,
      PieceStore store,
      PieceTickets tickets,
      NetworkBudget network,
      RevokedPeers revoked,
      Function<String, Optional<WorkerFolder>> folders)
      throws IOException {
    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    final ConnectionLimiter limiter =
        new ConnectionLimiter(
            NodeConnections.LIMITS, new NodeConnections(revoked), SystemClock.INSTANCE);
    revoked.whenChanged(limiter::closeRevoked);
    final Server server =
        loop.listen(0, Credentials.server(identity, true), limiter)
            .executor(threads)
            .maxInboundMessageSize(2 * CoordinatorFiles.PART_BYTES)
            .intercept(new NodesOnly(revoked))
            .addService(new PieceService(store, tickets, network, folders))
            .build();
    try {
      server.start();
    } catch (IOException e) {
      threads.close();
      throw e;
    }
    return new PieceServer(server, limiter, threads);
  }

  public int port() {
    return server.getPort();
  }

  /** Connections whose peer has shown no node's certificate. */
  int strangers() {
    return limiter.strangers();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.shutdownNow();
  }

  private record NodesOnly(RevokedPeers revoked) implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      final Optional<Status> refusal = refusal(call.getAttributes());
      if (refusal.isEmpty()) {
        return next.startCall(call, headers);
      }
      call.close(refusal.get(), new Metadata());
      return new ServerCall.Listener<>() {};
    }

    private Optional<Status> refusal(Attributes connection) {
      final KnownPeer peer = connection.get(ConnectionLimiter.PEER);
      if (peer == null) {
        return Optional.of(
            Status.PERMISSION_DENIED.withDescription("only nodes may exchange pieces"));
      }
      return new NodeConnections(revoked)
          .revocation(peer)
          .map(Status.PERMISSION_DENIED::withDescription)
          .or(() -> Optional.ofNullable(connection.get(ConnectionLimiter.REFUSAL)));
    }
  }
}
