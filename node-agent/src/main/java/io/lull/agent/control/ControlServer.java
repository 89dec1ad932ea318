package io.lull.agent.control;

import io.lull.protocol.time.Clock;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
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

  /** Programs that are told of changes: they stay, and must leave others a turn. */
  private static final int MAX_FOLLOWERS = 4;

  private static final Duration SHORTEST_BEAT = Duration.ofMillis(200);
  private static final Duration LONGEST_BEAT = Duration.ofMinutes(1);

  private final Path socket;
  private final ServerSocketChannel server;
  private final UserPrincipal user;
  private final Function<OwnerRequest, OwnerReply> answers;
  private final Changes changes;
  private final Clock clock;
  private final Semaphore free = new Semaphore(MAX_AT_ONCE);
  private final Semaphore freeToFollow = new Semaphore(MAX_FOLLOWERS);
  private final Set<Thread> following = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("control-deadlines").daemon().factory());

  private ControlServer(
      Path socket,
      ServerSocketChannel server,
      UserPrincipal user,
      Function<OwnerRequest, OwnerReply> answers,
      Changes changes,
      Clock clock) {
    this.socket = socket;
    this.server = server;
    this.user = user;
    this.answers = answers;
    this.changes = changes;
    this.clock = clock;
  }

  /**
   * @param dataFolder of the agent, which holds its lock: a socket that is there is a dead agent's
   * @param changes after which those who follow are answered anew
   */
  public static ControlServer open(
      Path dataFolder, OwnerAnswers answers, Changes changes, Clock clock) throws IOException {
    return open(dataFolder, answers::answer, changes, clock);
  }

  static ControlServer open(
      Path dataFolder, Function<OwnerRequest, OwnerReply> answers, Changes changes, Clock clock)
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
          new ControlServer(socket, server, Files.getOwner(socket), answers, changes, clock);
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
    try (peer) {
      final OwnerRequest following = answered(peer);
      if (following != null) {
        follow(peer, following);
      }
    } catch (IOException e) {
      LOG.debug("a question on the control socket was broken off: {}", e.getMessage());
    } catch (RejectedExecutionException e) {
      LOG.debug("the control socket closes");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("a question on the control socket could not be answered", e);
    }
  }

  /** The question if it is to be answered on and on; else null, and it has its answer. */
  private @Nullable OwnerRequest answered(SocketChannel peer) throws IOException {
    try {
      final OwnerRequest request = within(peer, () -> hear(peer));
      if (request == null || request.hasFollow()) {
        return request;
      }
      return within(peer, () -> write(peer, answers.apply(request)));
    } finally {
      free.release();
    }
  }

  /** Null when there is none that may be answered. */
  private @Nullable OwnerRequest hear(SocketChannel peer) throws IOException {
    if (!mayAsk(peer)) {
      write(peer, refused("only " + user.getName() + " and root may ask this agent"));
      return null;
    }
    return Frames.read(
        new BoundedInput(Channels.newInputStream(peer), MAX_REQUEST_BYTES), OwnerRequest.parser());
  }

  private void follow(SocketChannel peer, OwnerRequest request)
      throws IOException, InterruptedException {
    final Duration beat = Duration.ofMillis(request.getFollow().getBeatMillis());
    if (beat.compareTo(SHORTEST_BEAT) < 0 || beat.compareTo(LONGEST_BEAT) > 0) {
      write(peer, refused("a beat is from 200 to 60000 ms"));
      return;
    }
    if (!freeToFollow.tryAcquire()) {
      write(peer, refused("too many programs follow this agent: close one"));
      return;
    }
    following.add(Thread.currentThread());
    try {
      new Follower(() -> answers.apply(request), changes, beat, clock)
          .run(reply -> within(peer, () -> write(peer, reply)));
    } finally {
      following.remove(Thread.currentThread());
      freeToFollow.release();
    }
  }

  private static OwnerReply refused(String why) {
    return OwnerReply.newBuilder().setRefused(why).build();
  }

  private static @Nullable OwnerRequest write(SocketChannel peer, OwnerReply reply)
      throws IOException {
    Frames.write(Channels.newOutputStream(peer), reply);
    return null;
  }

  /** A part of a conversation. */
  @FunctionalInterface
  private interface Part {
    @Nullable OwnerRequest run() throws IOException;
  }

  /** A program that does not listen, or does not speak, is hung up on. */
  private @Nullable OwnerRequest within(SocketChannel peer, Part part) throws IOException {
    final Future<?> deadline =
        deadlines.schedule(
            () -> closeQuietly(peer), ANSWERED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return part.run();
    } finally {
      deadline.cancel(false);
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
    following.forEach(Thread::interrupt);
    deadlines.shutdownNow();
    Files.deleteIfExists(socket);
  }
}
