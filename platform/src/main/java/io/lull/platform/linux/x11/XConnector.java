package io.lull.platform.linux.x11;

import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How to connect to an X server.
 *
 * @param authority file of cookies, or null
 */
record XConnector(XDisplayName display, @Nullable Path authority, XTimings pace, Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(XConnector.class);
  private static final int MAX_AUTHORITY_BYTES = 1 << 20;

  /** Tries each cookie that may fit, then none, which a server without access control accepts. */
  XConnection open(ServerSource.Voice voice) throws IOException {
    final List<byte[]> cookies = new ArrayList<>(cookies());
    cookies.add(new byte[0]);
    IOException refusal = new IOException("there is no X server at " + display);
    for (final byte[] cookie : cookies) {
      try {
        return voice.opened(
            XConnection.open(display.address(), cookie, pace.answeredWithin(), clock));
      } catch (XSetup.XRefusal e) {
        refusal = e;
      } catch (IOException e) {
        throw new IOException("no X server answers at " + display + " (" + e.getMessage() + ")", e);
      }
    }
    throw refusal;
  }

  private List<byte[]> cookies() {
    try {
      if (authority == null
          || !Files.isReadable(authority)
          || Files.size(authority) > MAX_AUTHORITY_BYTES) {
        return List.of();
      }
      final Path hostName = Path.of("/proc/sys/kernel/hostname");
      return XAuthority.parse(Files.readAllBytes(authority))
          .cookies(display, Files.isReadable(hostName) ? Files.readString(hostName).strip() : "");
    } catch (IOException e) {
      LOG.warn("cannot read the X authority file {}: {}", authority, e.getMessage());
      return List.of();
    }
  }
}
