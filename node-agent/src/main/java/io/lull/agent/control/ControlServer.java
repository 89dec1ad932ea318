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
 * Answers on a Unix domain socket: on that in the agent's data folder its own user and root, on a
 * service's {@link PublicSocket} also those whom this lets in, and nobody else.
 */
public final class ControlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
  private static final int MAX_AT_ONCE = 8;
  private static final int MAX_REFUSED_AT_ONCE = 2;
  private static final int MAX_REQUEST_BYTES = 16 << 10;
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);

  /** Programs that are told of changes: they stay, and must leave others a turn. */
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

  /** Who is refused is told so, and takes nobody else's turn. */
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
   * @param dataFolder of the agent, which holds its lock: a socket that is there is a dead agent's
   * @param changes after which those who follow are answered anew
   */
  public static ControlServer open(
      Path dataFolder, OwnerAnswers answers, ChangeCounter changes, Clock clock) throws IOException {
    return open(dataFolder, answers::answer, changes, clock);
  }

  static ControlServer open(
      Path dataFolder, Function<OwnerRequest, OwnerReply> answers, ChangeCounter changes, Clock clock)
      throws IOException {
    final Path socket = dataFolder.resolve(OwnerSocket.FILE);
    Files.deleteIfExists(socket);
    return listen(socket, Optional.empty(), answers, changes, clock);
  }

  /**
   * Of an agent that is a service: beside its own folder's.
   *
   * @throws IOException when no socket can be had there, as where another agent listens
   */
  public static ControlServer open(
      PublicSocket door, OwnerAnswers answers, ChangeCounter changes, Clock clock) throws IOException {
    return open(door, answers::answer, changes, clock);
  }

  static ControlServer open(
      PublicSocket door, Function<OwnerRequest, OwnerReply> answers, ChangeCounter changes, Clock clock)
      throws IOException {
    try {
      clear(door.socket());
      return listen(door.socket(), Optional.of(door.people()), answers, changes, clock);
    } catch (IOException e) {
      throw new IOException(
          "the owners' socket " + door.socket() + " cannot be opened: " + e.getMessage(), e);
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
        LOG.warn("the control socket could not take a connection: {}", e.getMessage());
      }
    }
  }

  /**
   * @return whether there was room, so that it is heard
   */
  private boolean admitted(SocketChannel peer) {
    final boolean allowed;
    try {
      allowed = mayAsk(peer);
    } catch (IOException e) {
      LOG.debug("who asks on the control socket cannot be told: {}", e.getMessage());
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
  private @Nullable OwnerRequest answered(SocketChannel peer, Semaphore turn, boolean allowed)
      throws IOException {
    try {
      // Who is refused is heard out, too: hung up on, they would not read why.
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
    return askers.has(asking);
  }

  /**
   * Who may ask.
   *
   * @param user whom the agent runs as
   * @param people of a service: by their names, whoever else
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
