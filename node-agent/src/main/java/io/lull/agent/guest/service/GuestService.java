package io.lull.agent.guest.service;

import io.lull.agent.guest.GuestThread;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.AttachGuest;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestReply;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the guests of one agent, as the user of this process. */
public final class GuestService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GuestService.class);

  /** Each guest has four, and an agent few guests and few calls at once. */
  static final int MAX_CONNECTIONS = 64;

  private static final int MAX_WAITING = 16;
  private static final int COPY_BYTES = 1 << 16;
  private static final Duration ENDED_WITHIN = Duration.ofSeconds(15);

  private final Path socket;
  private final ServerSocketChannel server;
  private final Optional<String> agentUser;
  private final HostedGuests guests = new HostedGuests();
  private final GuestThread thread = new GuestThread();
  private final GuestAnswers answers;
  private final GuestLife life;
  private final Semaphore places = new Semaphore(MAX_CONNECTIONS);
  private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();

  private GuestService(
      Path socket, ServerSocketChannel server, Optional<String> agentUser, GuestHost host) {
    this.socket = socket;
    this.server = server;
    this.agentUser = agentUser;
    final Sandbox sandbox = host.starter().sandbox();
    this.answers = new GuestAnswers(host, sandbox, guests);
    this.life = new GuestLife(host, sandbox, guests, thread);
  }

  /**
   * Listens; replaces the socket of a dead service but not of a living one.
   *
   * @param agentUser whom alone it serves; empty: whom the socket's permissions let in
   * @throws IOException with one line
   */
  public static GuestService open(Path socket, Optional<String> agentUser, GuestHost host)
      throws IOException {
    try (SocketPath path = SocketPath.of(socket)) {
      clear(socket, path);
      final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        server.bind(path.address(), MAX_WAITING);
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw----"));
        return new GuestService(socket, server, agentUser, host);
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException e) {
      throw new IOException("the socket " + socket + " cannot be opened: " + e.getMessage(), e);
    }
  }

  private static void clear(Path socket, SocketPath path) throws IOException {
    if (!Files.exists(socket)) {
      return;
    }
    try (SocketChannel _ = SocketChannel.open(path.address())) {
      throw new IOException("another service listens there");
    } catch (ConnectException e) {
      Files.delete(socket);
    }
  }

  /** Serves until {@link #close}. */
  public void run() throws IOException {
    try {
      while (true) {
        final SocketChannel peer = server.accept();
        if (!places.tryAcquire()) {
          LOG.warn("the agent makes more than {} connections at once", MAX_CONNECTIONS);
          peer.close();
          continue;
        }
        connections.add(peer);
        final Thread _ = Thread.ofVirtual().start(() -> serve(peer));
      }
    } catch (AsynchronousCloseException e) {
      LOG.debug("the service ends");
    }
  }

  private void serve(SocketChannel peer) {
    try (peer) {
      if (agentUser.isPresent() && !isOf(agentUser.get(), peer)) {
        return;
      }
      converse(
          new BufferedInputStream(Channels.newInputStream(peer)), Channels.newOutputStream(peer));
    } catch (IOException e) {
      LOG.debug("a connection ends: {}", e.getMessage());
    } finally {
      connections.remove(peer);
      places.release();
    }
  }

  private static boolean isOf(String agentUser, SocketChannel peer) throws IOException {
    final String user = peer.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    if (user.equals(agentUser)) {
      return true;
    }
    LOG.warn("{} asked for a guest, and only {} may", user, agentUser);
    return false;
  }

  private void converse(InputStream in, OutputStream out) throws IOException {
    for (GuestCall call = Frames.read(in, GuestCall.parser());
        call != null;
        call = Frames.read(in, GuestCall.parser())) {
      switch (call.getCallCase()) {
        case START -> {
          life.live(call.getStart(), in, out);
          return;
        }
        case ATTACH -> {
          attach(call.getAttach(), in, out);
          return;
        }
        default -> Frames.write(out, answers.reply(call));
      }
    }
  }

  private void attach(AttachGuest attach, InputStream in, OutputStream out) throws IOException {
    final Guest guest;
    try {
      guest = guests.of(attach.getGuest());
    } catch (IOException e) {
      Frames.write(out, GuestAnswers.refusal(e));
      return;
    }
    // From here on the connection is the guest's stream, and nothing of the service's is in it.
    Frames.write(out, GuestReply.getDefaultInstance());
    switch (attach.getStream()) {
      case GUEST_STREAM_ORDERS -> {
        try (OutputStream to = guest.pipes().orders()) {
          copy(in, to);
        }
      }
      case GUEST_STREAM_REPORTS -> copyAll(guest.pipes().reports(), out);
      case GUEST_STREAM_LOG -> copyAll(guest.pipes().log(), out);
      case UNRECOGNIZED -> LOG.warn("the agent asks for a stream that no guest has");
    }
  }

  private static void copyAll(InputStream from, OutputStream to) throws IOException {
    try (from) {
      copy(from, to);
    }
  }

  /** What has come is passed on at once. */
  private static void copy(InputStream from, OutputStream to) throws IOException {
    final byte[] bytes = new byte[COPY_BYTES];
    for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
      to.write(bytes, 0, count);
      to.flush();
    }
  }

  /** Ends every guest, and returns when nothing of them runs. */
  @Override
  public void close() {
    try {
      server.close();
      for (final SocketChannel peer : connections) {
        peer.close();
      }
      // Guests end with their connections.
      if (places.tryAcquire(MAX_CONNECTIONS, ENDED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        places.release(MAX_CONNECTIONS);
      } else {
        LOG.error("guests are left that do not end");
      }
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      LOG.debug("the service's socket: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.close();
  }
}
