package io.lull.protocol.transport;

import java.util.Arrays;
import java.util.List;

/**
 * An address as people write it.
 *
 * @param host a name, an IPv4 address, or an IPv6 address without brackets
 * @param port 0 where the system may choose
 */
public record HostPort(String host, int port) {

  /**
   * @throws IllegalArgumentException with one line that says what an address looks like
   */
  public static HostPort parse(String text) {
    final int colon = text.lastIndexOf(':');
    if (colon <= 0 || !text.substring(colon + 1).matches("\\d{1,5}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an address: write it as HOST:PORT, such as grid.example.org:7400");
    }
    final int port = Integer.parseInt(text.substring(colon + 1));
    if (port > 65535) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an address: a port is at most 65535");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return new HostPort(host, port);
  }

  /** Several, separated by commas. */
  public static List<HostPort> parseAll(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).map(HostPort::parse).toList();
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
