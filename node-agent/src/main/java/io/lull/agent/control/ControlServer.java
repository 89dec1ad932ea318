package io.lull.agent.control;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.io.IOException;
import java.net.ConnectException;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers on a Unix domain socket: on the one in the agent's data folder its own user and root, on
 * a service's {@link PublicSocket} also the people of this computer, and nobody else.
 */
public final class ControlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
  private static final int MAX_AT_ONCE = 8;
  private static final int MAX_REFUSED_AT_ONCE = 2;
  private static final int MAX_REQUEST_BYTES = 16 << 10;
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);

  /** Programs that follow changes: they stay connected, and must leave room for others. */
  private static final int MAX_FOLLOWERS = 4;

  private static final Duration SHORTEST_BEAT = Duration.ofMillis(200);
  private static final Duration LONGEST_BEAT = Duration.ofMinutes(1);

  private final Path socket;
  private final ServerSocketChannel server;
  private final Askers askers;
  private final Function<OwnerRequest, OwnerReply> answers;
  private final ChangeCounter changes;
  private final Clock clock;
  private final Semaphore free = new Semaphore(MAX_AT_ONCE);

  /** Refused callers are told so, and take nobody else's place. */
  private final Semaphore freeToRefuse = new Semaphore(MAX_REFUSED_AT_ONCE);

  private final Semaphore freeToFollow = new Semaphore(MAX_FOLLOWERS);
  private final Set<Thread> following = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("control-deadlines").daemon().factory());

  private ControlServer(
      Path socket,
      ServerSocketChannel server,
      Askers askers,
      Function<OwnerRequest, OwnerReply> answers,
      ChangeCounter changes,
      Clock clock) {
    this.socket = socket;
    this.server = server;
    this.askers = askers;
    this.answers = answers;
    this.changes = changes;
    this.clock = clock;
  }

  /**
   * @param dataFolder of the agent, which holds its lock: an existing socket belongs to a dead
   *     agent
   * @param changes after which followers get an update
   */
  public static ControlServer open(
      Path dataFolder, OwnerAnswers answers, ChangeCounter changes, Clock clock)
      throws IOException {
    return open(dataFolder, answers::answer, changes, clock);
  }

  static ControlServer open(
      Path dataFolder,
      Function<OwnerRequest, OwnerReply> answers,
      ChangeCounter changes,
      Clock clock)
      throws IOException {
    final Path socket = dataFolder.resolve(OwnerSocket.FILE);
    Files.deleteIfExists(socket);
    return listen(socket, Optional.empty(), answers, changes, clock);
  }

  /**
   * For an agent that runs as a service: in addition to the socket in its folder.
   *
   * @throws IOException if the socket cannot be opened, for instance because another agent listens
   *     there
   */
  public static ControlServer open(
      PublicSocket publicSocket, OwnerAnswers answers, ChangeCounter changes, Clock clock)
      throws IOException {
    return open(publicSocket, answers::answer, changes, clock);
  }

  static ControlServer open(
      PublicSocket publicSocket,
      Function<OwnerRequest, OwnerReply> answers,
      ChangeCounter changes,
      Clock clock)
      throws IOException {
    try {
      clear(publicSocket.socket());
      return listen(
          publicSocket.socket(), Optional.of(publicSocket.people()), answers, changes, clock);
    } catch (IOException e) {
      throw new IOException(
          "the owners' socket " + publicSocket.socket() + " cannot be opened: " + e.getMessage(),
          e);
    }
  }

  private static void clear(Path socket) throws IOException {
    if (!Files.exists(socket)) {
      return;
    }
    try (SocketPath path = SocketPath.of(socket);
        SocketChannel _ = SocketChannel.open(path.address())) {
      throw new IOException("another agent listens there");
    } catch (ConnectException e) {
      Files.delete(socket);
    }
  }

  private static ControlServer listen(
      Path socket,
      Optional<Predicate<String>> people,
      Function<OwnerRequest, OwnerReply> answers,
      ChangeCounter changes,
      Clock clock)
      throws IOException {
    final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try (SocketPath path = SocketPath.of(socket)) {
      server.bind(path.address());
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(
            socket,
            PosixFilePermissions.fromString(people.isPresent() ? "rw-rw-rw-" : "rw-------"));
      }
      final ControlServer control =
          new ControlServer(
              socket, server, new Askers(Files.getOwner(socket), people), answers, changes, clock);
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
        if (!admitted(peer)) {
          peer.close();
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.warn("the control socket cannot accept a connection: {}", e.getMessage());
      }
    }
  }

  /**
   * @return whether there was room
   */
  private boolean admitted(SocketChannel peer) {
    final boolean allowed;
    try {
      allowed = mayAsk(peer);
    } catch (IOException e) {
      LOG.debug("cannot identify the caller on the control socket: {}", e.getMessage());
      return false;
    }
    final Semaphore turn = allowed ? free : freeToRefuse;
    if (!turn.tryAcquire()) {
      return false;
    }
    Thread.ofVirtual().name("control-request").start(() -> converse(peer, turn, allowed));
    return true;
  }

  private void converse(SocketChannel peer, Semaphore turn, boolean allowed) {
    try (peer) {
      final OwnerRequest following = answered(peer, turn, allowed);
      if (following != null) {
        follow(peer, following);
      }
    } catch (IOException e) {
      LOG.debug("a caller on the control socket hung up: {}", e.getMessage());
    } catch (RejectedExecutionException e) {
      LOG.debug("the control socket closes");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("cannot answer a question on the control socket", e);
    }
  }

  /** The question if it asks for continuous updates; else null, after its answer. */
  private @Nullable OwnerRequest answered(SocketChannel peer, Semaphore turn, boolean allowed)
      throws IOException {
    try {
      // Reads the question of a refused caller, too: a caller that is hung up on would not read the
      // reason.
      final OwnerRequest request = within(peer, () -> hear(peer));
      if (request == null || (allowed && request.hasFollow())) {
        return request;
      }
      return within(
          peer, () -> write(peer, allowed ? answers.apply(request) : refused(askers.words())));
    } finally {
      turn.release();
    }
  }

  private static @Nullable OwnerRequest hear(SocketChannel peer) throws IOException {
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
      new StatusStream(() -> answers.apply(request), changes, beat, clock)
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

  /** Part of a conversation. */
  @FunctionalInterface
  private interface Part {
    @Nullable OwnerRequest run() throws IOException;
  }

  /** Hangs up on a program that neither reads nor writes. */
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

  /** If the system does not identify the caller, the socket's permissions must suffice. */
  private boolean mayAsk(SocketChannel peer) throws IOException {
    if (!peer.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
      return true;
    }
    final UserPrincipal asking = peer.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    return askers.has(asking);
  }

  /**
   * Who may ask.
   *
   * @param user that the agent runs as
   * @param people whom a service answers besides, by name
   */
  private record Askers(UserPrincipal user, Optional<Predicate<String>> people) {
    boolean has(UserPrincipal asking) {
      return asking.equals(user)
          || asking.getName().equals("root")
          || people.filter(allowed -> allowed.test(asking.getName())).isPresent();
    }

    String words() {
      return "only "
          + (people.isPresent() ? "who is logged in at this computer itself, " : "")
          + user.getName()
          + " and root may ask this agent";
    }
  }

  private static void closeQuietly(SocketChannel peer) {
    try {
      peer.close();
    } catch (IOException e) {
      LOG.debug("cannot close a control connection: {}", e.getMessage());
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
