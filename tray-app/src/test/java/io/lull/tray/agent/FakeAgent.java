package io.lull.tray.agent;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerStatus;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An agent's socket within a test: it tells a state, beats, and can stand still. */
final class FakeAgent implements AutoCloseable {
  private final Path socket;
  private final Duration beat;
  private final ServerSocketChannel server;
  private final Set<SocketChannel> peers = ConcurrentHashMap.newKeySet();
  private String state = "owner";
  private boolean frozen;
  private boolean closed;

  FakeAgent(Path folder, Duration beat) throws IOException {
    this.socket = folder.resolve(OwnerSocket.FILE);
    this.beat = beat;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try (SocketPath path = SocketPath.of(socket)) {
      server.bind(path.address());
    }
    Thread.ofVirtual().start(this::serve);
  }

  synchronized void become(String now) {
    state = now;
    notifyAll();
  }

  /** Takes connections and says nothing, as a process that was stopped. */
  synchronized void freeze(boolean on) {
    frozen = on;
    notifyAll();
  }

  private void serve() {
    while (server.isOpen()) {
      try {
        final SocketChannel peer = server.accept();
        peers.add(peer);
        Thread.ofVirtual().start(() -> converse(peer));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(SocketChannel peer) {
    try (peer) {
      final OwnerRequest request =
          Frames.read(Channels.newInputStream(peer), OwnerRequest.parser());
      if (request == null) {
        return;
      }
      String told = "";
      do {
        final String now = present();
        write(peer, now.equals(told) ? OwnerReply.getDefaultInstance() : reply(now));
        told = now;
      } while (request.hasFollow() && rest());
    } catch (IOException e) {
      // The other side has hung up.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      peers.remove(peer);
    }
  }

  private synchronized String present() throws InterruptedException {
    while (frozen) {
      wait();
    }
    return state;
  }

  private synchronized boolean rest() throws InterruptedException {
    final long end = SystemClock.INSTANCE.nanos() + beat.toNanos();
    final String before = state;
    long left = beat.toMillis();
    while (!closed && state.equals(before) && left > 0) {
      wait(left);
      left = (end - SystemClock.INSTANCE.nanos()) / 1_000_000;
    }
    return !closed;
  }

  private static void write(SocketChannel peer, OwnerReply reply) throws IOException {
    Frames.write(Channels.newOutputStream(peer), reply);
  }

  private static OwnerReply reply(String state) {
    return OwnerReply.newBuilder()
        .setStatus(
            OwnerStatus.newBuilder()
                .setNode("alpha")
                .setStatus(NodeStatus.newBuilder().setState(state)))
        .build();
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      frozen = false;
      notifyAll();
    }
    server.close();
    for (final SocketChannel peer : peers) {
      peer.close();
    }
    Files.deleteIfExists(socket);
  }
}
