package io.lull.platform.linux.x11;

import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A program with windows. */
final class XClient implements AutoCloseable {
  private static final int WM_CLASS = 67;
  private static final int STRING = 31;
  private static final int ATOM = 4;
  private static final int WINDOW = 33;
  private static final int NUMBERS_OF_A_CLIENT = 1 << 21;

  private final XConnection connection;
  private final XWindows windows;
  private final int root;

  XClient(String display) throws IOException {
    connection =
        XConnection.open(
            XDisplayName.parse(display).address(),
            new byte[0],
            XTimings.USUAL.answeredWithin(),
            SystemClock.INSTANCE);
    windows = new XWindows(connection);
    root = connection.greeting().roots().getFirst();
  }

  int window(String program) throws IOException {
    final int window = connection.newId();
    final ByteBuffer create = XConnection.request(1, 0, 32);
    create.putInt(window).putInt(root).putShort((short) 5).putShort((short) 5);
    create.putShort((short) 60).putShort((short) 40).putShort((short) 0).putShort((short) 1);
    connection.send(create.putInt(0).putInt(0));
    final byte[] name = ("instance\0" + program + "\0").getBytes(StandardCharsets.ISO_8859_1);
    property(window, WM_CLASS, STRING, 8, name.length, ByteBuffer.wrap(name));
    final ByteBuffer map = XConnection.request(8, 0, 8);
    connection.send(map.putInt(window));
    settle();
    return window;
  }

  void destroy(int window) throws IOException {
    connection.send(XConnection.request(4, 0, 8).putInt(window));
    settle();
  }

  /** As a window manager would. */
  void setState(int window, String... states) throws IOException {
    atoms(window, "_NET_WM_STATE", states);
  }

  void setType(int window, String name) throws IOException {
    atoms(window, "_NET_WM_WINDOW_TYPE", name);
  }

  void activate(int window) throws IOException {
    property(root, windows.atom("_NET_ACTIVE_WINDOW"), WINDOW, 32, 1, numbers(window));
    settle();
  }

  /** The request of a program to its window manager. */
  void ask(int window, boolean fullScreen) throws IOException {
    final ByteBuffer send = XConnection.request(25, 0, 44);
    send.putInt(root).putInt(0x180000);
    send.put((byte) 33).put((byte) 32).putShort((short) 0).putInt(window);
    send.putInt(windows.atom("_NET_WM_STATE")).putInt(fullScreen ? 1 : 0);
    send.putInt(windows.atom("_NET_WM_STATE_FULLSCREEN")).putInt(0).putInt(1).putInt(0);
    connection.send(send);
    settle();
  }

  /** The server's screen saver, as after a long silence. */
  void save(boolean now) throws IOException {
    connection.send(XConnection.request(115, now ? 1 : 0, 4));
    settle();
  }

  /**
   * Meddles with an alarm of the client that came next after this one: it is to ring after a day.
   */
  void putOffAlarmOfNextClient() throws IOException {
    final ByteBuffer change = XConnection.request(sync(), 9, 20);
    change.putInt(alarmOfNextClient()).putInt(4).putInt(0).putInt(86_400_000);
    connection.send(change);
    settle();
  }

  void destroyAlarmOfNextClient() throws IOException {
    connection.send(XConnection.request(sync(), 11, 8).putInt(alarmOfNextClient()));
    settle();
  }

  private int sync() throws IOException {
    final int major = connection.extension("SYNC").orElseThrow().major();
    connection.ask(XConnection.request(major, 0, 8).put((byte) 3).put((byte) 1));
    return major;
  }

  private int alarmOfNextClient() {
    return connection.greeting().resourceIds() + NUMBERS_OF_A_CLIENT + 1;
  }

  private void atoms(int window, String property, String... values) throws IOException {
    final int[] atoms = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      atoms[i] = windows.atom(values[i]);
    }
    property(window, windows.atom(property), ATOM, 32, atoms.length, numbers(atoms));
    settle();
  }

  private static ByteBuffer numbers(int... numbers) {
    final ByteBuffer bytes =
        ByteBuffer.allocate(4 * numbers.length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    for (final int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.flip();
  }

  private void property(int window, int property, int type, int format, int units, ByteBuffer value)
      throws IOException {
    final ByteBuffer change = XConnection.request(18, 0, 24 + XSetup.padded(value.remaining()));
    change.putInt(window).putInt(property).putInt(type).put((byte) format);
    change.position(20);
    connection.send(change.putInt(units).put(value));
  }

  /** Until the server has done it all. */
  private void settle() throws IOException {
    XPointer.ask(connection);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
