package io.lull.platform.linux.x11;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A display as in the variable DISPLAY, see X(7).
 *
 * @param host empty: this machine, by a Unix domain socket
 */
record XDisplayName(String host, int number) {
  private static final Pattern FORM = Pattern.compile("(.*):(\\d{1,4})(?:\\.\\d{1,4})?");
  private static final int FIRST_PORT = 6000;

  /**
   * @throws IllegalArgumentException with one line that names the error
   */
  static XDisplayName parse(String text) {
    final Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' does not name an X display: DISPLAY must be as :0 or host:0");
    }
    final String host = m.group(1).startsWith("unix") ? "" : m.group(1);
    return new XDisplayName(host, Integer.parseInt(m.group(2)));
  }

  SocketAddress address() {
    return host.isEmpty()
        ? UnixDomainSocketAddress.of("/tmp/.X11-unix/X" + number)
        : new InetSocketAddress(
            host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
            FIRST_PORT + number);
  }

  @Override
  public String toString() {
    return host + ":" + number;
  }
}
