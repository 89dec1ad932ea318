package io.lull.platform.linux.kernel;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Events of files and folders, see inotify(7). For one thread. */
final class Inotify implements AutoCloseable {
  static final int ACCESS = 0x1;
  static final int ATTRIBUTES = 0x4;
  static final int MOVED_FROM = 0x40;
  static final int MOVED_TO = 0x80;
  static final int CREATE = 0x100;
  static final int DELETE = 0x200;
  static final int OVERFLOW = 0x4000;
  static final int IGNORED = 0x8000;

  /** Add to an existing watch of the same file. */
  private static final int ADD = 0x20000000;

  private static final int HEAD_BYTES = 16;
  private static final int READ_BYTES = 16 << 10;

  private final int descriptor;
  private final byte[] read = new byte[READ_BYTES];

  private Inotify(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * @param watch of which file or folder; -1 with {@link #OVERFLOW}
   * @param name within a watched folder; else empty
   */
  record Event(int watch, int mask, String name) {
    boolean is(int bits) {
      return (mask & bits) != 0;
    }
  }

  static Inotify open() throws IOException {
    try {
      return new Inotify(
          KernelCalls.C.inotify_init1(KernelCalls.NON_BLOCKING | KernelCalls.CLOSE_ON_EXEC));
    } catch (LastErrorException e) {
      throw new IOException(
          e.getErrorCode() == KernelCalls.EMFILE
              ? "the kernel's limit on watchers is reached: raise it with sysctl"
                  + " fs.inotify.max_user_instances"
              : "the kernel watches no files (" + e.getMessage() + ")",
          e);
    }
  }

  int descriptor() {
    return descriptor;
  }

  /**
   * The number of the watch; an existing watch of the file keeps its number.
   *
   * @throws IOException with a line that names the remedy
   */
  int watch(Path file, int mask) throws IOException {
    try {
      return KernelCalls.C.inotify_add_watch(descriptor, file.toString(), mask | ADD);
    } catch (LastErrorException e) {
      throw switch (e.getErrorCode()) {
        case KernelCalls.ENOENT -> new java.nio.file.NoSuchFileException(file.toString());
        case KernelCalls.EACCES ->
            new java.nio.file.AccessDeniedException(file.toString(), null, e.getMessage());
        case KernelCalls.ENOSPC ->
            new IOException(
                "the kernel's limit on watched files is reached: raise it with sysctl"
                    + " fs.inotify.max_user_watches",
                e);
        default -> new IOException(file + " cannot be watched (" + e.getMessage() + ")", e);
      };
    }
  }

  /** Files that are not watched are ignored. */
  void forget(int watch) {
    try {
      KernelCalls.C.inotify_rm_watch(descriptor, watch);
    } catch (LastErrorException e) {
      // The kernel removed it first: the file is gone.
    }
  }

  /** All events until now; of equal ones in a row the kernel keeps one. */
  List<Event> take() throws IOException {
    final List<Event> events = new ArrayList<>();
    while (true) {
      final int length;
      try {
        length = (int) KernelCalls.C.read(descriptor, read, read.length);
      } catch (LastErrorException e) {
        if (e.getErrorCode() == KernelCalls.EAGAIN || e.getErrorCode() == KernelCalls.EINTR) {
          return events;
        }
        throw new IOException("the kernel's events cannot be read (" + e.getMessage() + ")", e);
      }
      parse(ByteBuffer.wrap(read, 0, length).order(ByteOrder.nativeOrder()), events);
      if (length < read.length / 2) {
        return events;
      }
    }
  }

  static void parse(ByteBuffer in, List<Event> events) {
    while (in.remaining() >= HEAD_BYTES) {
      final int watch = in.getInt();
      final int mask = in.getInt();
      in.getInt();
      final byte[] name = new byte[in.getInt()];
      in.get(name);
      int end = 0;
      while (end < name.length && name[end] != 0) {
        end++;
      }
      events.add(new Event(watch, mask, new String(name, 0, end, StandardCharsets.UTF_8)));
    }
  }

  @Override
  public void close() {
    KernelCalls.C.close(descriptor);
  }
}
