package io.lull.platform.windows.watcher;

import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinBase;
import com.sun.jna.platform.win32.WinBase.SECURITY_ATTRIBUTES;
import com.sun.jna.platform.win32.WinDef.ULONGByReference;
import com.sun.jna.platform.win32.WinNT;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import io.lull.platform.windows.system.WindowsError;
import io.lull.platform.windows.watcher.WatcherLibraries.Security;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The real system. There is always an instance that waits for the next caller; opening the first
 * fails if anybody else has a pipe of this name.
 */
final class NativeWatcherPipe implements WatcherPipe {
  static final String NAME = "\\\\.\\pipe\\lull-session";

  /**
   * Full access for the system and administrators; for logged-in users reading and writing, but not
   * creating instances of the pipe (0x4), which the generic right to write would include.
   */
  private static final String WHO_MAY = "D:P(A;;GA;;;SY)(A;;GA;;;BA)(A;;0x12019b;;;IU)";

  private static final int SDDL_REVISION = 1;
  private static final int FIRST_INSTANCE = 0x0008_0000;
  private static final int MOST_INSTANCES = 40;
  private static final int BUFFER_BYTES = 16 << 10;

  private final PointerByReference descriptor = new PointerByReference();
  private OverlappedPipe waiting;
  private boolean closed;

  NativeWatcherPipe() {
    WindowsError.unless(
        Security.CALLS.ConvertStringSecurityDescriptorToSecurityDescriptor(
            WHO_MAY, SDDL_REVISION, descriptor, null),
        "ConvertStringSecurityDescriptorToSecurityDescriptor");
    try {
      waiting = instance(FIRST_INSTANCE);
    } catch (RuntimeException e) {
      Kernel32.INSTANCE.LocalFree(descriptor.getValue());
      throw e;
    }
  }

  private OverlappedPipe instance(int flags) {
    final SECURITY_ATTRIBUTES security = new SECURITY_ATTRIBUTES();
    security.lpSecurityDescriptor = descriptor.getValue();
    final HANDLE pipe =
        Kernel32.INSTANCE.CreateNamedPipe(
            NAME,
            WinBase.PIPE_ACCESS_DUPLEX | WinNT.FILE_FLAG_OVERLAPPED | flags,
            WinBase.PIPE_TYPE_BYTE
                | WinBase.PIPE_READMODE_BYTE
                | WinBase.PIPE_WAIT
                | WinBase.PIPE_REJECT_REMOTE_CLIENTS,
            MOST_INSTANCES,
            BUFFER_BYTES,
            BUFFER_BYTES,
            0,
            security);
    WindowsError.unless(!WinBase.INVALID_HANDLE_VALUE.equals(pipe), "CreateNamedPipe");
    return new OverlappedPipe(pipe);
  }

  @Override
  public Caller next() {
    final OverlappedPipe mine;
    synchronized (this) {
      mine = waiting;
    }
    try {
      mine.connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    synchronized (this) {
      if (closed) {
        throw new WindowsError("the pipe is closed");
      }
      waiting = instance(0);
    }
    try {
      return caller(mine);
    } catch (RuntimeException e) {
      mine.close();
      throw e;
    }
  }

  private static Caller caller(OverlappedPipe end) {
    final ULONGByReference process = new ULONGByReference();
    WindowsError.unless(
        Kernel32.INSTANCE.GetNamedPipeClientProcessId(end.handle(), process),
        "GetNamedPipeClientProcessId");
    final IntByReference session = new IntByReference();
    WindowsError.unless(
        Kernel32.INSTANCE.ProcessIdToSessionId(process.getValue().intValue(), session),
        "ProcessIdToSessionId");
    final ULONGByReference pipeSession = new ULONGByReference();
    WindowsError.unless(
        Kernel32.INSTANCE.GetNamedPipeClientSessionId(end.handle(), pipeSession),
        "GetNamedPipeClientSessionId");
    return new Caller(
        end, process.getValue().longValue(), session.getValue(), pipeSession.getValue().intValue());
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      waiting.close();
      Kernel32.INSTANCE.LocalFree(descriptor.getValue());
    }
  }
}
