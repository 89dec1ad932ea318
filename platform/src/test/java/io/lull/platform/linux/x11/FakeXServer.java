package io.lull.platform.linux.x11;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Speaks the X protocol as the server does, as far as a test needs it, on this machine's network.
 */
final class FakeXServer implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int FIRST_PORT = 6000;
  private static final int FIRST_DISPLAY = 2_000;
  private static final int DISPLAYS = 500;
  private static final int FIRST_OPCODE = 130;
  private static final int ROOT = 77;

  private final ServerSocketChannel server;
  private final Map<String, Integer> extensions = new TreeMap<>();
  private final List<String> devices;
  private final int display;
  private final Thread thread;

  /**
   * @param devices of the X Input extension
   */
  FakeXServer(List<String> extensionNames, List<String> devices) throws IOException {
    for (final String name : extensionNames) {
      extensions.put(name, FIRST_OPCODE + extensions.size());
    }
    this.devices = List.copyOf(devices);
    this.server = ServerSocketChannel.open();
    this.display = bind(server);
    this.thread = Thread.ofVirtual().start(this::serve);
  }

  private static int bind(ServerSocketChannel server) throws IOException {
    for (int number = FIRST_DISPLAY; number < FIRST_DISPLAY + DISPLAYS; number++) {
      try {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), FIRST_PORT + number));
        return number;
      } catch (java.net.BindException e) {
        if (number == FIRST_DISPLAY + DISPLAYS - 1) {
          throw e;
        }
      }
    }
    throw new IOException("no free display");
  }

  /** As the variable DISPLAY has it. */
  String display() {
    return "127.0.0.1:" + display;
  }

  private void serve() {
    while (server.isOpen()) {
      try (SocketChannel client = server.accept()) {
        greet(client);
        for (int sequence = 1; true; sequence++) {
          answer(client, sequence);
        }
      } catch (IOException e) {
        // The client, or the test, has ended the conversation.
      }
    }
  }

  private static void greet(SocketChannel client) throws IOException {
    read(client, 12);
    final ByteBuffer greeting = bytes(8 + 32 + 40);
    greeting.put((byte) 1).put((byte) 0).putShort((short) 11).putShort((short) 0);
    greeting.putShort((short) 18);
    greeting.put(8 + 20, (byte) 1).putInt(8 + 32, ROOT);
    write(client, greeting.clear());
  }

  private void answer(SocketChannel client, int sequence) throws IOException {
    final ByteBuffer head = read(client, 4);
    final ByteBuffer rest = read(client, 4 * (Short.toUnsignedInt(head.getShort(2)) - 1));
    final int major = head.get(0) & 0xff;
    if (major == 98) {
      final byte[] name = new byte[rest.getShort(0)];
      rest.get(4, name);
      final Integer opcode = extensions.get(new String(name, StandardCharsets.US_ASCII));
      final ByteBuffer reply = reply(sequence, 0);
      reply.put(8, (byte) (opcode == null ? 0 : 1));
      reply.put(9, (byte) (opcode == null ? 0 : opcode));
      write(client, reply);
    } else if (head.get(1) == 47) {
      write(client, reply(sequence, 0).putShort(8, (short) 2).putShort(10, (short) 2));
    } else if (head.get(1) == 48) {
      write(client, devices(sequence));
    } else {
      // An error: the request is not understood.
      write(client, reply(sequence, 0).put(0, (byte) 0).put(1, (byte) 1));
    }
  }

  private ByteBuffer devices(int sequence) {
    int length = 0;
    for (final String device : devices) {
      length += 12 + XSetup.padded(device.length());
    }
    final ByteBuffer reply = reply(sequence, length).putShort(8, (short) devices.size());
    int at = 32;
    for (final String device : devices) {
      reply.putShort(at + 8, (short) device.length());
      reply.put(at + 12, device.getBytes(StandardCharsets.US_ASCII));
      at += 12 + XSetup.padded(device.length());
    }
    return reply;
  }

  private static ByteBuffer reply(int sequence, int more) {
    return bytes(32 + more).put(0, (byte) 1).putShort(2, (short) sequence).putInt(4, more / 4);
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer read(SocketChannel from, int length) throws IOException {
    final ByteBuffer in = bytes(length);
    while (in.hasRemaining()) {
      if (from.read(in) < 0) {
        throw new IOException("the client has gone");
      }
    }
    return in.flip();
  }

  private static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      thread.join(SOON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
