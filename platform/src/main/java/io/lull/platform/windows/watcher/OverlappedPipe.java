package io.lull.platform.windows.watcher;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinError;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.ptr.IntByReference;
import io.lull.platform.process.PipeEnd;
import io.lull.platform.windows.system.WindowsError;
import io.lull.platform.windows.watcher.WatcherLibraries.Kernel;
import java.io.IOException;

/**
 * An end of a named pipe, for one thread that reads and one that writes: on a pipe without
 * overlapped use a blocked read would block the write.
 */
final class OverlappedPipe implements PipeEnd {
  private final HANDLE pipe;
  private final Slot reading;
  private final Slot writing;
  private int waiting;
  private boolean closed;
  private boolean released;

  /** Of one call in progress. */
  private static final class Slot {
    /** {@code OVERLAPPED}, and the offset of the event in it. */
    private static final int BYTES = 32;

    private static final int EVENT_OFFSET = 24;

    private final HANDLE event;
    private final Memory overlapped = new Memory(BYTES);
    private final Memory buffer = new Memory(LARGEST_PIECE_BYTES);

    Slot() {
      event = Kernel32.INSTANCE.CreateEvent(null, true, false, null);
      WindowsError.unless(event != null, "CreateEvent");
      prepare();
    }

    void prepare() {
      overlapped.clear();
      overlapped.setPointer(EVENT_OFFSET, event.getPointer());
    }

    void close() {
      Kernel32.INSTANCE.CloseHandle(event);
      overlapped.close();
      buffer.close();
    }
  }

  /** Starts a call; returns whether it is complete already. */
  private interface Call {
    boolean begin();
  }

  /**
   * @param pipe opened for overlapped use, and closed with this
   */
  OverlappedPipe(HANDLE pipe) {
    this.pipe = pipe;
    this.reading = new Slot();
    this.writing = new Slot();
  }

  HANDLE handle() {
    return pipe;
  }

  /** Waits until a client has opened the other end. */
  void connect() throws IOException {
    transfer(reading, () -> Kernel.CALLS.ConnectNamedPipe(pipe, reading.overlapped));
  }

  @Override
  public int read(byte[] to) throws IOException {
    final int most = Math.min(to.length, LARGEST_PIECE_BYTES);
    final int count =
        transfer(
            reading,
            () -> Kernel.CALLS.ReadFile(pipe, reading.buffer, most, null, reading.overlapped));
    if (count > 0) {
      synchronized (this) {
        if (released) {
          return 0;
        }
        reading.buffer.read(0, to, 0, count);
      }
    }
    return count;
  }

  @Override
  public int write(byte[] from) throws IOException {
    final int most = Math.min(from.length, LARGEST_PIECE_BYTES);
    return transfer(
        writing,
        () -> {
          writing.buffer.write(0, from, 0, most);
          return Kernel.CALLS.WriteFile(pipe, writing.buffer, most, null, writing.overlapped);
        });
  }

  /** Nothing starts once this is closed, so only earlier calls have to end. */
  private int transfer(Slot slot, Call call) throws IOException {
    synchronized (this) {
      if (closed) {
        return 0;
      }
      slot.prepare();
      final boolean done = call.begin();
      final int error = done ? 0 : Native.getLastError();
      if (error == WinError.ERROR_PIPE_CONNECTED || isEnd(error)) {
        return 0;
      }
      if (error != 0 && error != WinError.ERROR_IO_PENDING) {
        throw new IOException("the watchers' pipe failed with error " + error);
      }
      waiting++;
    }
    try {
      final IntByReference count = new IntByReference();
      if (Kernel.CALLS.GetOverlappedResult(pipe, slot.overlapped, count, true)) {
        return count.getValue();
      }
      final int error = Native.getLastError();
      if (isEnd(error)) {
        return 0;
      }
      throw new IOException("the watchers' pipe failed with error " + error);
    } finally {
      synchronized (this) {
        waiting--;
        release();
      }
    }
  }

  private static boolean isEnd(int error) {
    return error == WinError.ERROR_BROKEN_PIPE
        || error == WinError.ERROR_NO_DATA
        || error == WinError.ERROR_PIPE_NOT_CONNECTED
        || error == WinError.ERROR_OPERATION_ABORTED;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Kernel.CALLS.CancelIoEx(pipe, null);
      release();
    }
  }

  /** The system writes into the slots while a call is in progress. */
  private void release() {
    if (closed && waiting == 0 && !released) {
      released = true;
      Kernel32.INSTANCE.CloseHandle(pipe);
      reading.close();
      writing.close();
    }
  }
}
