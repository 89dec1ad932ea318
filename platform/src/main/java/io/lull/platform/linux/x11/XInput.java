package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * The X Input extension's raw events, whichever window has the focus. Only an event's type and time
 * are read, never the key. See the X Input Extension 2 protocol.
 */
final class XInput {
  private static final int QUERY_VERSION = 47;
  private static final int SELECT_EVENTS = 46;
  private static final int QUERY_DEVICE = 48;
  private static final int ALL_DEVICES = 0;
  private static final int ALL_MASTER_DEVICES = 1;
  private static final int RAW_KEY = 13;
  private static final int RAW_BUTTON = 15;
  private static final int RAW_MOTION = 17;
  private static final int RAW_TOUCH = 22;
  private static final int TOUCH_SINCE_MINOR = 2;
  private static final int TIME_AT = 12;

  private final XConnection connection;
  private final int opcode;
  private final int minorVersion;

  private XInput(XConnection connection, int opcode, int minorVersion) {
    this.connection = connection;
    this.opcode = opcode;
    this.minorVersion = minorVersion;
  }

  /** Empty: the server has no such extension, or too old a version. */
  static Optional<XInput> open(XConnection connection) throws IOException {
    final Optional<XConnection.Extension> extension = connection.extension("XInputExtension");
    if (extension.isEmpty()) {
      return Optional.empty();
    }
    final int opcode = extension.get().major();
    final ByteBuffer request = XConnection.request(opcode, QUERY_VERSION, 8);
    request.putShort((short) 2).putShort((short) 2);
    try {
      final ByteBuffer version = connection.ask(request);
      return version.getShort(8) < 2
          ? Optional.empty()
          : Optional.of(new XInput(connection, opcode, version.getShort(10)));
    } catch (XConnection.XError e) {
      return Optional.empty();
    }
  }

  /** A server that shows windows in a Wayland session, and receives only their input. */
  boolean isXwayland() throws IOException {
    final ByteBuffer request = XConnection.request(opcode, QUERY_DEVICE, 8);
    final ByteBuffer devices =
        connection.ask(request.putShort((short) ALL_DEVICES).putShort((short) 0));
    int at = 32;
    for (int i = Short.toUnsignedInt(devices.getShort(8));
        i > 0 && at + 12 <= devices.limit();
        i--) {
      final int classes = Short.toUnsignedInt(devices.getShort(at + 6));
      final int length = Short.toUnsignedInt(devices.getShort(at + 8));
      if (text(devices, at + 12, length).startsWith("xwayland-")) {
        return true;
      }
      at += 12 + XSetup.padded(length);
      for (int c = 0; c < classes && at + 4 <= devices.limit(); c++) {
        at += 4 * Short.toUnsignedInt(devices.getShort(at + 2));
      }
    }
    return false;
  }

  static String text(ByteBuffer from, int at, int length) throws IOException {
    if (at + length > from.limit()) {
      throw new IOException("the X server's reply is not understood");
    }
    final byte[] bytes = new byte[length];
    from.get(at, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Subscribes to events; without motion, a moving mouse costs nothing. */
  void listen(Set<InputSignal.Kind> wanted) throws IOException {
    int mask = 0;
    for (final InputSignal.Kind kind : wanted) {
      mask |=
          switch (kind) {
            case KEY -> 1 << RAW_KEY;
            case BUTTON -> 1 << RAW_BUTTON;
            case MOTION -> 1 << RAW_MOTION;
            case TOUCH -> minorVersion >= TOUCH_SINCE_MINOR ? 1 << RAW_TOUCH : 0;
            case TERMINAL, UNKNOWN -> 0;
          };
    }
    for (final int root : connection.greeting().roots()) {
      final ByteBuffer request = XConnection.request(opcode, SELECT_EVENTS, 20);
      request.putInt(root).putShort((short) 1).putShort((short) 0);
      request.putShort((short) ALL_MASTER_DEVICES).putShort((short) 1).putInt(mask);
      connection.send(request);
    }
  }

  /** Empty for a packet that is not input. */
  Optional<InputSignal.Kind> kind(XPacket packet) {
    if (!packet.isOfExtension(opcode)) {
      return Optional.empty();
    }
    return switch (packet.extensionEventType()) {
      case RAW_KEY -> Optional.of(InputSignal.Kind.KEY);
      case RAW_BUTTON -> Optional.of(InputSignal.Kind.BUTTON);
      case RAW_MOTION -> Optional.of(InputSignal.Kind.MOTION);
      case RAW_TOUCH -> Optional.of(InputSignal.Kind.TOUCH);
      default -> Optional.empty();
    };
  }

  /** The server's time of an event, in its milliseconds. */
  static int serverMillis(XPacket event) {
    return event.bytes().getInt(TIME_AT);
  }
}
