package io.lull.platform.linux.kernel;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A terminal without a window: what it would show and what is typed at it pass through here. */
final class Pty implements AutoCloseable {
  private interface Terminals extends Library {
    Terminals C = Native.load("c", Terminals.class);

    int openpty(
        IntByReference master, IntByReference slave, byte[] name, Pointer modes, Pointer size);
  }

  private final int master;
  private final int slave;
  private final Path path;

  Pty() throws IOException {
    final IntByReference first = new IntByReference();
    final IntByReference second = new IntByReference();
    final byte[] name = new byte[256];
    if (Terminals.C.openpty(first, second, name, Pointer.NULL, Pointer.NULL) != 0) {
      throw new IOException("no terminal is to be had");
    }
    master = first.getValue();
    slave = second.getValue();
    path = Path.of(Native.toString(name));
  }

  Path path() {
    return path;
  }

  /** A line is typed, and read by the program at the terminal. */
  void type(String line) {
    write(master, line + "\n");
    read(slave);
    read(master); // its echo
  }

  /** The program prints. */
  void print(String text) {
    write(slave, text);
    read(master);
  }

  private static void write(int to, String text) {
    final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    KernelCalls.C.write(to, bytes, bytes.length);
  }

  private static void read(int from) {
    KernelCalls.C.read(from, new byte[256], 256);
  }

  @Override
  public void close() {
    KernelCalls.C.close(slave);
    KernelCalls.C.close(master);
  }
}
