package io.lull.agent.piece;

import io.grpc.Grpc;
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
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.transport.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLSession;

/** The server for other nodes' agents: over mutual TLS, for nodes only. */
public final class PieceServer implements AutoCloseable {
  private static final Duration END_WITHIN = Duration.ofSeconds(2);

  private final Server server;
  private final ExecutorService threads;

  private PieceServer(Server server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Starts to listen, on a port that the system chooses.
   *
   * @param folders of this node's workers, by id
   */
  public static PieceServer open(
      EventLoop loop,
      LiveIdentity identity,
      PieceStore store,
      PieceTickets tickets,
      NetworkBudget network,
      Function<String, Optional<WorkerFolder>> folders)
      throws IOException {
    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    final Server server =
        loop.listen(0, Credentials.server(identity, true))
            .executor(threads)
            .maxInboundMessageSize(2 * CoordinatorFiles.PART_BYTES)
            .intercept(new NodesOnly())
            .addService(new PieceService(store, tickets, network, folders))
            .build();
    try {
      server.start();
    } catch (IOException e) {
      threads.close();
      throw e;
    }
    return new PieceServer(server, threads);
  }

  public int port() {
    return server.getPort();
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

  private static final class NodesOnly implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      final SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
      if (session != null
          && Peer.of(session).filter(peer -> peer.role().equals(Role.NODE.wire())).isPresent()) {
        return next.startCall(call, headers);
      }
      call.close(
          Status.PERMISSION_DENIED.withDescription("only nodes may exchange pieces"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }
}
