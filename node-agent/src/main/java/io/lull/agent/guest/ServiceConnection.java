package io.lull.agent.guest;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestReply;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection with the guest service. Used by one thread at a time. */
final class ServiceConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceConnection.class);

  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;

  private ServiceConnection(SocketChannel channel) {
    this.channel = channel;
    this.in = new BufferedInputStream(Channels.newInputStream(channel));
    this.out = Channels.newOutputStream(channel);
  }

  static ServiceConnection open(Path socket) throws IOException {
    try (SocketPath path = SocketPath.of(socket)) {
      return new ServiceConnection(SocketChannel.open(path.address()));
    } catch (IOException e) {
      throw new NoServiceException(
          "the guest service does not answer at " + socket + ": " + e.getMessage(), e);
    }
  }

  /**
   * Makes a call. A connection on which one has failed is of no more use.
   *
   * @param within after this time it has failed
   * @throws IOException with one line, also if the service refuses it
   */
  GuestReply call(GuestCall call, Duration within, ScheduledExecutorService deadlines)
      throws IOException {
    final Future<?> deadline =
        deadlines.schedule(this::close, within.toMillis(), TimeUnit.MILLISECONDS);
    try {
      Frames.write(out, call);
      final GuestReply reply = read();
      if (!reply.getRefused().isEmpty()) {
        throw new RefusedCallException(reply.getRefused());
      }
      return reply;
    } catch (ClosedChannelException e) {
      throw new UnansweredCallException(within, e);
    } finally {
      deadline.cancel(false);
    }
  }

  /** Waits for the next reply, for as long as that takes. */
  GuestReply read() throws IOException {
    final GuestReply reply = Frames.read(in, GuestReply.parser());
    if (reply == null) {
      throw new EOFException("the guest service has ended");
    }
    return reply;
  }

  /** The bytes after the last reply. */
  InputStream in() {
    return in;
  }

  /** The bytes after the last call. */
  OutputStream out() {
    return out;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close a connection with the guest service: {}", e.getMessage());
    }
  }
}
