package io.lull.reconfig.network;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.ConnectSocket;
import io.lull.protocol.wire.ListenSocket;
import io.lull.protocol.wire.SocketRefusal;
import io.lull.protocol.wire.SocketRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The network of a worker that has none: its agent makes the sockets, to the job's workers and
 * nobody else, and passes them through a Unix domain socket (unix(7), SCM_RIGHTS). From then on the
 * agent has no part in them, so that they are as fast as the machine's own.
 *
 * @param socket the path of the agent's, of at most {@link #LONGEST_PATH} bytes
 * @param host the address that peers reach this worker at
 */
public record AgentNetwork(String socket, String host) implements WorkerNetwork {
  /** See unix(7). */
  public static final int LONGEST_PATH = 107;

  /** For a port to listen at, which needs nobody else. */
  private static final Duration LISTEN_WITHIN = Duration.ofSeconds(20);

  /** Whoever has broken a call off waits for no longer than this until it is given up. */
  private static final int LOOK_EVERY_MILLIS = 50;

  @Override
  public Listener listen() throws IOException {
    final CallState unbroken = new CallState();
    final int descriptor =
        ask(
            SocketRequest.newBuilder().setListen(ListenSocket.getDefaultInstance()).build(),
            LISTEN_WITHIN,
            unbroken);
    return ChannelShells.listener(descriptor);
  }

  @Override
  public Call call() {
    return new AgentCall();
  }

  @Override
  public WorkerNetwork withinProcess() {
    return HostNetwork.loopback();
  }

  private final class AgentCall implements Call {
    private final CallState state = new CallState();

    @Override
    public SocketChannel connect(String peer, int port, Duration atMost) throws IOException {
      final ConnectSocket wanted =
          ConnectSocket.newBuilder()
              .setHost(peer)
              .setPort(port)
              .setTimeoutMillis(Math.toIntExact(Math.max(1, atMost.toMillis())))
              .build();
      final int descriptor =
          ask(SocketRequest.newBuilder().setConnect(wanted).build(), atMost, state);
      return state.hold(ChannelShells.connection(descriptor));
    }

    @Override
    public void close() throws IOException {
      state.close();
    }
  }

  /**
   * @return the descriptor of a socket, which the caller closes
   */
  private int ask(SocketRequest request, Duration atMost, CallState state) throws IOException {
    final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    Frames.write(frame, request);
    final int agent = NativeSockets.connect(socket);
    try {
      NativeSockets.send(agent, frame.toByteArray());
      for (long left = atMost.toMillis(); left > 0; left -= LOOK_EVERY_MILLIS) {
        if (state.closed()) {
          throw new ClosedChannelException();
        }
        if (NativeSockets.readable(agent, LOOK_EVERY_MILLIS)) {
          return answer(NativeSockets.receive(agent));
        }
      }
      throw new SocketTimeoutException("the agent has made no connection in time");
    } finally {
      NativeSockets.close(agent);
    }
  }

  private static int answer(NativeSockets.Received received) throws IOException {
    if (received.descriptor() >= 0) {
      return received.descriptor();
    }
    final @Nullable SocketRefusal refusal =
        Frames.read(received.bytes().newInput(), SocketRefusal.parser());
    throw new IOException(refusal == null ? "the agent makes no connection" : refusal.getReason());
  }
}
