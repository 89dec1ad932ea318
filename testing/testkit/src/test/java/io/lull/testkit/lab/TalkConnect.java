package io.lull.testkit.lab;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Prints what a listener says; ends badly when there is no way to it within two seconds. */
final class TalkConnect {
  private static final int CONNECT_MILLIS = 2000;

  private TalkConnect() {}

  public static void main(String[] arguments) throws IOException {
    final int colon = arguments[0].lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              arguments[0].substring(0, colon),
              Integer.parseInt(arguments[0].substring(colon + 1))),
          CONNECT_MILLIS);
      System.out.print(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
