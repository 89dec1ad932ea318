package io.lull.agent.control;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers on a Unix domain socket in the agent's data folder, to its own user and to root, and to
 * nobody else.
 */
public final class ControlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
  private static final int MAX_AT_ONCE = 8;
  private static final int MAX_REQUEST_BYTES = 16 << 10;
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);

  private final Path socket;
  private final ServerSocketChannel server;
  private final UserPrincipal user;
  private final Function<OwnerRequest, OwnerReply> answers;
  private final Semaphore free = new Semaphore(MAX_AT_ONCE);
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("control-deadlines").daemon().factory());

  private ControlServer(
      Path socket,
      ServerSocketChannel server,
      UserPrincipal user,
      Function<OwnerRequest, OwnerReply> answers) {
    this.socket = socket;
    this.server = server;
    this.user = user;
    this.answers = answers;
  }

  /**
   * @param dataFolder of the agent, which holds its lock: a socket that is there is a dead agent's
   */
  public static ControlServer open(Path dataFolder, OwnerAnswers answers) throws IOException {
    return open(dataFolder, answers::answer);
  }

  static ControlServer open(Path dataFolder, Function<OwnerRequest, OwnerReply> answers)
      throws IOException {
    final Path socket = dataFolder.resolve(OwnerSocket.FILE);
    Files.deleteIfExists(socket);
    final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try (SocketPath path = SocketPath.of(socket)) {
      server.bind(path.address());
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      }
      final ControlServer control =
          new ControlServer(socket, server, Files.getOwner(socket), answers);
      Thread.ofVirtual().name("control").start(control::serve);
      return control;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void serve() {
    while (server.isOpen()) {
      try {
        final SocketChannel peer = server.accept();
        if (!free.tryAcquire()) {
          peer.close();
          continue;
        }
        Thread.ofVirtual().name("control-request").start(() -> converse(peer));
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.warn("the control socket could not take a connection: {}", e.getMessage());
      }
    }
  }

  private void converse(SocketChannel peer) {
    Future<?> deadline = CompletableFuture.completedFuture(null);
    try (peer) {
      deadline =
          deadlines.schedule(
              () -> closeQuietly(peer), ANSWERED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      if (!mayAsk(peer)) {
        Frames.write(
            Channels.newOutputStream(peer),
            OwnerReply.newBuilder()
                .setRefused("only " + user.getName() + " and root may ask this agent")
                .build());
        return;
      }
      final OwnerRequest request =
          Frames.read(
              new BoundedInput(Channels.newInputStream(peer), MAX_REQUEST_BYTES),
              OwnerRequest.parser());
      if (request != null) {
        Frames.write(Channels.newOutputStream(peer), answers.apply(request));
      }
    } catch (IOException e) {
      LOG.debug("a question on the control socket was broken off: {}", e.getMessage());
    } catch (RejectedExecutionException e) {
      LOG.debug("the control socket closes");
    } catch (RuntimeException e) {
      LOG.error("a question on the control socket could not be answered", e);
    } finally {
      deadline.cancel(false);
      free.release();
    }
  }

  /** Where the system does not tell who asks, the socket's permissions alone must do. */
  private boolean mayAsk(SocketChannel peer) throws IOException {
    if (!peer.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
      return true;
    }
    final UserPrincipal asking = peer.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    return asking.equals(user) || asking.getName().equals("root");
  }

  private static void closeQuietly(SocketChannel peer) {
    try {
      peer.close();
    } catch (IOException e) {
      LOG.debug("closing a control connection failed: {}", e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    deadlines.shutdownNow();
    Files.deleteIfExists(socket);
  }
}
