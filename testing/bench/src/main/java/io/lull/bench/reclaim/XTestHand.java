package io.lull.bench.reclaim;

import io.lull.protocol.time.SystemClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A hand on an X display, by the extension XTEST. A client of its own: a program that is started
 * for each event would only become part of what is measured.
 */
final class XTestHand implements OwnerHand {
  private static final int CHANGE_ATTRIBUTES = 2;
  private static final int QUERY_EXTENSION = 98;
  private static final int FAKE_INPUT = 2;
  private static final int EVENT_MASK = 0x800;
  private static final int KEY_BUTTON_MOTION = 0x1 | 0x4 | 0x40;
  private static final int KEY_PRESS = 2;
  private static final int KEY_RELEASE = 3;
  private static final int BUTTON_PRESS = 4;
  private static final int BUTTON_RELEASE = 5;
  private static final int MOTION = 6;
  private static final int LETTER_A = 38;
  private static final int LEFT = 1;
  private static final int RELATIVE = 1;
  private static final int FAR = 60;
  private static final int PACKET = 32;

  private final SocketChannel channel;
  private final int root;
  private final int xtest;
  private int direction = 1;

  private XTestHand(SocketChannel channel, int root, int xtest) {
    this.channel = channel;
    this.root = root;
    this.xtest = xtest;
  }

  /**
   * @param display as {@code DISPLAY} has it: {@code :5}
   */
  static XTestHand on(String display) throws IOException {
    final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of("/tmp/.X11-unix/X" + display.substring(1)));
      final int root = greet(channel);
      final int xtest = extension(channel, "XTEST");
      final ByteBuffer select = request(16);
      select.put((byte) CHANGE_ATTRIBUTES).put((byte) 0).putShort((short) 4);
      select.putInt(root).putInt(EVENT_MASK).putInt(KEY_BUTTON_MOTION);
      write(channel, select);
      channel.configureBlocking(false);
      return new XTestHand(channel, root, xtest);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public long does(Gesture gesture) throws IOException {
    drain();
    final ByteBuffer events =
        switch (gesture) {
          case KEY -> both(fake(KEY_PRESS, LETTER_A, 0), fake(KEY_RELEASE, LETTER_A, 0));
          case BUTTON -> both(fake(BUTTON_PRESS, LEFT, 0), fake(BUTTON_RELEASE, LEFT, 0));
          case MOTION -> fake(MOTION, RELATIVE, FAR * direction);
        };
    direction = -direction;
    final long now = SystemClock.INSTANCE.nanos();
    write(channel, events);
    return now;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void drain() throws IOException {
    final ByteBuffer rest = request(PACKET * 64);
    while (channel.read(rest) > 0) {
      rest.clear();
    }
  }

  private ByteBuffer fake(int type, int detail, int dx) {
    final ByteBuffer request = request(36);
    request.put((byte) xtest).put((byte) FAKE_INPUT).putShort((short) 9);
    request.put((byte) type).put((byte) detail).putShort((short) 0);
    request.putInt(0).putInt(type == MOTION ? 0 : root).putLong(0);
    request.putShort((short) dx).putShort((short) 0).putLong(0);
    return request;
  }

  private static ByteBuffer both(ByteBuffer first, ByteBuffer second) {
    first.flip();
    second.flip();
    return request(first.remaining() + second.remaining()).put(first).put(second);
  }

  private static ByteBuffer request(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int greet(SocketChannel channel) throws IOException {
    final ByteBuffer hello = request(12);
    hello
        .put((byte) 'l')
        .put((byte) 0)
        .putShort((short) 11)
        .putShort((short) 0)
        .putShort((short) 0);
    hello.putShort((short) 0).putShort((short) 0);
    write(channel, hello);
    final ByteBuffer head = read(channel, 8);
    final ByteBuffer body = read(channel, 4 * Short.toUnsignedInt(head.getShort(6)));
    if (head.get(0) != 1) {
      throw new IOException("the X server refuses the bench");
    }
    final int vendor = Short.toUnsignedInt(body.getShort(16));
    final int formats = Byte.toUnsignedInt(body.get(21));
    return body.getInt(32 + (vendor + 3) / 4 * 4 + 8 * formats);
  }

  private static int extension(SocketChannel channel, String name) throws IOException {
    final byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
    final int padded = (letters.length + 3) / 4 * 4;
    final ByteBuffer request = request(8 + padded);
    request.put((byte) QUERY_EXTENSION).put((byte) 0).putShort((short) (2 + padded / 4));
    request.putShort((short) letters.length).putShort((short) 0).put(letters);
    request.position(8 + padded);
    write(channel, request);
    final ByteBuffer reply = read(channel, PACKET);
    if (reply.get(8) != 1) {
      throw new IOException("the X server has no extension " + name);
    }
    return Byte.toUnsignedInt(reply.get(9));
  }

  private static void write(SocketChannel channel, ByteBuffer filled) throws IOException {
    filled.flip();
    while (filled.hasRemaining()) {
      channel.write(filled);
    }
  }

  private static ByteBuffer read(SocketChannel channel, int bytes) throws IOException {
    final ByteBuffer buffer = request(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the X server closed the connection");
      }
    }
    return buffer.flip();
  }
}
