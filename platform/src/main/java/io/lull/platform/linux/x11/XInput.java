package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The X Input extension's raw events, whatever window has the focus, and the server's own count of
 * idle time. Of an event only its type is read, never which key it was. See the X Input Extension 2
 * and X Synchronization Extension protocols.
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
  private static final int EVENTS =
      1 << RAW_KEY | 1 << RAW_BUTTON | 1 << RAW_MOTION | 1 << RAW_TOUCH;
  private static final int TOUCH_SINCE_MINOR = 2;

  private static final int SYNC_INITIALIZE = 0;
  private static final int SYNC_LIST_COUNTERS = 1;
  private static final int SYNC_QUERY_COUNTER = 5;

  private final XConnection connection;
  private final Consumer<XPacket> events;
  private final int opcode;
  private final int minorVersion;
  private final int sync;
  private final int idleCounter;

  private XInput(
      XConnection connection, Consumer<XPacket> events, int opcode, int minorVersion, Idle idle) {
    this.connection = connection;
    this.events = events;
    this.opcode = opcode;
    this.minorVersion = minorVersion;
    this.sync = idle.sync;
    this.idleCounter = idle.counter;
  }

  private record Idle(int sync, int counter) {
    static final Idle NONE = new Idle(0, 0);
  }

  /**
   * @param events gets what comes while a reply is waited for
   */
  static XInput open(XConnection connection, Consumer<XPacket> events) throws IOException {
    final int opcode =
        connection
            .extension("XInputExtension", events)
            .orElseThrow(() -> new IOException("the X server has no X Input extension"));
    final ByteBuffer request = XConnection.request(opcode, QUERY_VERSION, 8);
    request.putShort((short) 2).putShort((short) 2);
    final ByteBuffer version = connection.ask(request, events);
    if (version.getShort(8) < 2) {
      throw new IOException("the X server's X Input extension is older than version 2");
    }
    return new XInput(connection, events, opcode, version.getShort(10), idle(connection, events));
  }

  private static Idle idle(XConnection connection, Consumer<XPacket> events) throws IOException {
    final Optional<Integer> sync = connection.extension("SYNC", events);
    if (sync.isEmpty()) {
      return Idle.NONE;
    }
    final ByteBuffer initialize = XConnection.request(sync.get(), SYNC_INITIALIZE, 8);
    connection.ask(initialize.put((byte) 3).put((byte) 1), events);
    final ByteBuffer counters =
        connection.ask(XConnection.request(sync.get(), SYNC_LIST_COUNTERS, 4), events);
    int at = 32;
    for (int i = counters.getInt(8); i > 0 && at + 14 <= counters.limit(); i--) {
      final int length = Short.toUnsignedInt(counters.getShort(at + 12));
      if (text(counters, at + 14, length).equals("IDLETIME")) {
        return new Idle(sync.get(), counters.getInt(at));
      }
      at += XGreeting.padded(14 + length);
    }
    return Idle.NONE;
  }

  private static String text(ByteBuffer from, int at, int length) throws IOException {
    if (at + length > from.limit()) {
      throw new IOException("the X server's reply is not understood");
    }
    final byte[] bytes = new byte[length];
    from.get(at, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** A server that shows windows in a Wayland session, and hears only what is meant for these. */
  boolean isXwayland() throws IOException {
    final ByteBuffer request = XConnection.request(opcode, QUERY_DEVICE, 8);
    final ByteBuffer devices =
        connection.ask(request.putShort((short) ALL_DEVICES).putShort((short) 0), events);
    int at = 32;
    for (int i = Short.toUnsignedInt(devices.getShort(8));
        i > 0 && at + 12 <= devices.limit();
        i--) {
      final int classes = Short.toUnsignedInt(devices.getShort(at + 6));
      final int length = Short.toUnsignedInt(devices.getShort(at + 8));
      if (text(devices, at + 12, length).startsWith("xwayland-")) {
        return true;
      }
      at += 12 + XGreeting.padded(length);
      for (int c = 0; c < classes && at + 4 <= devices.limit(); c++) {
        at += 4 * Short.toUnsignedInt(devices.getShort(at + 2));
      }
    }
    return false;
  }

  /** Whether events are wanted from now on; while they are not, a moving mouse costs nothing. */
  void listen(boolean wanted) throws IOException {
    final int mask =
        !wanted ? 0 : minorVersion >= TOUCH_SINCE_MINOR ? EVENTS : EVENTS & ~(1 << RAW_TOUCH);
    for (final int root : connection.greeting().roots()) {
      final ByteBuffer request = XConnection.request(opcode, SELECT_EVENTS, 20);
      request.putInt(root).putShort((short) 1).putShort((short) 0);
      request.putShort((short) ALL_MASTER_DEVICES).putShort((short) 1).putInt(mask);
      connection.send(request);
    }
  }

  /** How long there was no input, of whatever kind; empty where the server does not count. */
  OptionalLong idleMillis() throws IOException {
    if (idleCounter == 0) {
      return OptionalLong.empty();
    }
    final ByteBuffer request = XConnection.request(sync, SYNC_QUERY_COUNTER, 8);
    final ByteBuffer reply = connection.ask(request.putInt(idleCounter), events);
    return OptionalLong.of(
        ((long) reply.getInt(8) << 32) | Integer.toUnsignedLong(reply.getInt(12)));
  }

  /** Empty for a packet that is no input. */
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
}
