package io.lull.coordinator.tunnel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the members' memory: a plain socket on the loopback, and TLS to another member.
 * What comes from one side goes to the other, until either ends or says nothing for too long.
 *
 * @param near on the loopback
 * @param far shaken hands
 * @param under the socket below the far one: closing it never waits for the other side
 */
record TunnelConnection(Socket near, Socket far, Socket under) {
  /** Memory that lives says something every second. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  private static final int BUFFER_BYTES = 32 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(TunnelConnection.class);

  /** Carries until it is over, and leaves nothing open. */
  void carry() {
    try {
      far.setSoTimeout((int) LONGEST_SILENCE.toMillis());
      near.setTcpNoDelay(true);
      under.setTcpNoDelay(true);
      final Thread outwards =
          Thread.ofVirtual().name("lull-members-out").start(() -> carry(near, far));
      carry(far, near);
      outwards.join();
    } catch (IOException e) {
      LOG.debug("A link ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      cut();
    }
  }

  private void carry(Socket from, Socket to) {
    try {
      final InputStream in = from.getInputStream();
      final OutputStream out = to.getOutputStream();
      final byte[] buffer = new byte[BUFFER_BYTES];
      int read = in.read(buffer);
      while (read >= 0) {
        out.write(buffer, 0, read);
        out.flush();
        read = in.read(buffer);
      }
    } catch (IOException e) {
      LOG.debug("A link ended", e);
    } finally {
      cut();
    }
  }

  void cut() {
    SocketDeadlines.closeQuietly(under);
    SocketDeadlines.closeQuietly(near);
  }
}
