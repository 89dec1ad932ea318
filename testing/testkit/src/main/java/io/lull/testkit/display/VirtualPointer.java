package io.lull.testkit.display;

import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A mouse that a Wayland compositor is lent by a client: the protocol {@code
 * wlr-virtual-pointer-unstable-v1}.
 */
final class VirtualPointer implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final String KIND = "zwlr_virtual_pointer_manager_v1";
  private static final int DISPLAY = 1;
  private static final int REGISTRY = 2;
  private static final int FIRST_CALLBACK = 3;
  private static final int POINTER_MAKER = 4;
  private static final int POINTER = 5;
  private static final int SECOND_CALLBACK = 6;
  private static final int FIRST_BUTTON = 0x110;

  private final SocketChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(1 << 17).order(ByteOrder.nativeOrder()).flip();
  private final ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
  private int offeredAs;

  VirtualPointer(Path socket) {
    try {
      channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.configureBlocking(false);
      request(DISPLAY, 1, REGISTRY);
      awaitAnswer(FIRST_CALLBACK);
      if (offeredAs == 0) {
        throw new AssertionError("the compositor takes no pointer from its clients");
      }
      final byte[] kind = (KIND + "\0").getBytes(StandardCharsets.US_ASCII);
      final int padded = (kind.length + 3) & ~3;
      begin(REGISTRY, 0).putInt(offeredAs).putInt(kind.length).put(kind);
      out.put(new byte[padded - kind.length]).putInt(1).putInt(POINTER_MAKER);
      end();
      request(POINTER_MAKER, 0, 0, POINTER);
      awaitAnswer(SECOND_CALLBACK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void move(int byX, int byY) {
    // Numbers with a fraction of 8 bits.
    request(POINTER, 0, 0, byX * 256, byY * 256);
    request(POINTER, 4);
  }

  /** 1 is the left button. */
  void click(int button) {
    for (final int pressed : new int[] {1, 0}) {
      request(POINTER, 2, 0, FIRST_BUTTON + button - 1, pressed);
      request(POINTER, 4);
    }
  }

  private void request(int object, int opcode, int... arguments) {
    begin(object, opcode);
    for (final int argument : arguments) {
      out.putInt(argument);
    }
    end();
  }

  private ByteBuffer begin(int object, int opcode) {
    return out.clear().putInt(object).putInt(opcode);
  }

  private void end() {
    out.putInt(4, out.position() << 16 | out.getInt(4)).flip();
    try {
      if (channel.write(out) == 0 || out.hasRemaining()) {
        throw new AssertionError("the compositor does not read");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitAnswer(int callback) {
    request(DISPLAY, 0, callback);
    Eventually.await("the compositor's answer", ANSWER, () -> answered(callback));
  }

  private boolean answered(int callback) {
    try {
      in.compact();
      final int read = channel.read(in);
      in.flip();
      if (read < 0) {
        throw new AssertionError("the compositor has hung up");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean answered = false;
    while (in.remaining() >= 8 && in.remaining() >= in.getInt(in.position() + 4) >>> 16) {
      final int object = in.getInt(in.position());
      final int length = in.getInt(in.position() + 4) >>> 16;
      final byte[] arguments = new byte[length - 8];
      in.position(in.position() + 8).get(arguments);
      if (object == REGISTRY && new String(arguments, StandardCharsets.US_ASCII).contains(KIND)) {
        offeredAs = ByteBuffer.wrap(arguments).order(ByteOrder.nativeOrder()).getInt();
      }
      answered |= object == callback;
    }
    return answered;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
