package io.lull.testkit.lab;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Says its port, then hello to everyone who connects. */
final class TalkListen {
  private TalkListen() {}

  public static void main(String[] arguments) throws IOException {
    try (ServerSocket server = new ServerSocket()) {
      server.bind(new InetSocketAddress(Integer.parseInt(arguments[0])));
      System.out.println(server.getLocalPort());
      while (true) {
        try (Socket peer = server.accept()) {
          peer.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }
}
