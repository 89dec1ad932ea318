package io.lull.bench.halo;

import io.lull.bench.message.TaskWorker;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.DataPlane;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.collective.EpochBroken;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.network.HostNetwork;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The other process: sends back what it is sent. Says its port on its standard output; ends when
 * its standard input does.
 */
public final class Echo {
  /** Before each batch: how long its messages are, and how many there are. */
  static final int ORDER_BYTES = 2 * Long.BYTES;

  /** Before what says how: tasks send, and not the workers' own threads. */
  static final String TASKS = "tasks:";

  static final String CLIENT = "w1";
  static final String SERVER = "w2";
  static final long EPOCH = 1;

  private Echo() {}

  /**
   * @param arguments {@code raw}, {@code plain}, or a file with the data plane's certificate and
   *     key; before the latter two perhaps {@link #TASKS}
   */
  public static void main(String[] arguments) throws Exception {
    final Thread work =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                if (arguments[0].equals("raw")) {
                  raw();
                } else if (arguments[0].startsWith(TASKS)) {
                  tasks(security(arguments[0].substring(TASKS.length())));
                } else {
                  links(security(arguments[0]));
                }
              } catch (EpochBroken | ClosedByInterruptException | EOFException e) {
                // The other side is done.
              } catch (IOException | InterruptedException e) {
                System.err.println("echo: " + e);
              }
            });
    while (System.in.read() >= 0) {
      // Nothing is said here but the end.
    }
    work.interrupt();
    System.exit(0);
  }

  static PeerSecurity security(String how) throws IOException {
    if (how.equals("plain")) {
      return PeerSecurity.plain();
    }
    final DataPlane plane = DataPlane.parseFrom(Files.readAllBytes(Path.of(how)));
    return PeerSecurity.tls(
        plane.getCertificateDer().toByteArray(), plane.getPrivateKeyPkcs8().toByteArray());
  }

  private static void tasks(PeerSecurity security) throws IOException, InterruptedException {
    final TaskWorker worker = PingWorker.open(SERVER, security);
    say(worker.address().port());
    worker.enter(
        Map.of(CLIENT, TaskWorker.Address.CALLS_ITSELF),
        PingWorker.places(CLIENT, SERVER),
        _ -> new PingTask(0));
    Thread.currentThread().join(); // until this process is ended
  }

  private static void raw() throws IOException {
    try (ServerSocketChannel server =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel channel = accepted(server)) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      final ByteBuffer order = ByteBuffer.allocateDirect(ORDER_BYTES);
      while (true) {
        readFully(channel, order.clear());
        final ByteBuffer message = ByteBuffer.allocateDirect((int) order.getLong(0));
        for (long i = order.getLong(Long.BYTES); i > 0; i--) {
          readFully(channel, message.clear());
          writeFully(channel, message.flip());
        }
      }
    }
  }

  private static SocketChannel accepted(ServerSocketChannel server) throws IOException {
    say(((InetSocketAddress) server.getLocalAddress()).getPort());
    return server.accept();
  }

  static void readFully(SocketChannel channel, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        throw new EOFException();
      }
    }
  }

  static void writeFully(SocketChannel channel, ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      channel.write(from);
    }
  }

  static Links open(String name, PeerSecurity security) throws IOException {
    return new Links(
        name,
        HostNetwork.loopback(),
        security,
        (_, _) -> {},
        (_, _) -> {},
        (_, _, _) -> {},
        SystemClock.INSTANCE);
  }

  private static void links(PeerSecurity security) throws IOException, InterruptedException {
    try (Links links = open(SERVER, security)) {
      say(links.port());
      final Link link =
          links.to(
              CLIENT,
              "",
              0,
              EPOCH,
              WaitLimit.until(SystemClock.INSTANCE.nanos() + LinkContestant.PATIENCE));
      final Communicator group =
          new Communicator(EPOCH, 1, Arrays.asList(link, null), CallContext.NONE);
      while (true) {
        final ByteBuffer order = group.receive(0);
        final int bytes = (int) order.getLong();
        final ByteBuffer message = group.buffer(0, bytes);
        final int end = message.position() + bytes;
        for (long i = order.getLong(); i > 0; i--) {
          group.receive(0);
          group.send(0, message.position(end));
        }
      }
    }
  }

  private static void say(int port) {
    System.out.println(port);
    System.out.flush();
  }

  /** What a process of this is started with, beside its class path. */
  static List<String> flags() {
    return List.of("-XX:+UseSerialGC", "-Xmx512m", "--enable-native-access=ALL-UNNAMED");
  }
}
