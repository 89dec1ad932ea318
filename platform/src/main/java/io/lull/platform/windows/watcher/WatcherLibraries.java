package io.lull.platform.windows.watcher;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.platform.win32.WinBase.PROCESS_INFORMATION;
import com.sun.jna.platform.win32.WinBase.STARTUPINFO;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.platform.win32.WinNT.HANDLEByReference;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import com.sun.jna.win32.StdCallLibrary;
import com.sun.jna.win32.W32APIOptions;
import org.jspecify.annotations.Nullable;

/** Functions that jna-platform lacks, as 64-bit Windows has them. */
final class WatcherLibraries {
  private WatcherLibraries() {}

  /** {@code wtsapi32.dll}. */
  interface Sessions extends StdCallLibrary {
    Sessions CALLS = Native.load("wtsapi32", Sessions.class, W32APIOptions.DEFAULT_OPTIONS);

    boolean WTSQueryUserToken(int session, HANDLEByReference token);
  }

  /** {@code userenv.dll}. */
  interface Environments extends StdCallLibrary {
    Environments CALLS = Native.load("userenv", Environments.class, W32APIOptions.DEFAULT_OPTIONS);

    boolean CreateEnvironmentBlock(PointerByReference block, HANDLE token, boolean inherit);

    boolean DestroyEnvironmentBlock(Pointer block);
  }

  /** {@code advapi32.dll}. */
  interface Security extends StdCallLibrary {
    Security CALLS = Native.load("advapi32", Security.class, W32APIOptions.DEFAULT_OPTIONS);

    boolean CreateProcessAsUser(
        HANDLE token,
        @Nullable String application,
        char[] commandLine,
        @Nullable Pointer processSecurity,
        @Nullable Pointer threadSecurity,
        boolean inheritHandles,
        int flags,
        Pointer environment,
        @Nullable String directory,
        STARTUPINFO startup,
        PROCESS_INFORMATION started);

    boolean ConvertStringSecurityDescriptorToSecurityDescriptor(
        String text, int revision, PointerByReference descriptor, @Nullable IntByReference bytes);
  }

  /**
   * {@code kernel32.dll}. Buffers of asynchronous reads and writes must not move: hence pointers,
   * where jna-platform takes arrays.
   */
  interface Kernel extends StdCallLibrary {
    Kernel CALLS = Native.load("kernel32", Kernel.class, W32APIOptions.DEFAULT_OPTIONS);

    boolean ReadFile(
        HANDLE file, Pointer to, int bytes, @Nullable IntByReference count, Pointer overlapped);

    boolean WriteFile(
        HANDLE file, Pointer from, int bytes, @Nullable IntByReference count, Pointer overlapped);

    boolean ConnectNamedPipe(HANDLE pipe, Pointer overlapped);

    boolean GetOverlappedResult(
        HANDLE file, Pointer overlapped, IntByReference count, boolean wait);

    boolean CancelIoEx(HANDLE file, @Nullable Pointer overlapped);

    @Nullable HANDLE CreateJobObject(@Nullable Pointer security, @Nullable String name);

    boolean SetInformationJobObject(HANDLE job, int what, Pointer value, int bytes);

    boolean AssignProcessToJobObject(HANDLE job, HANDLE process);

    int ResumeThread(HANDLE thread);
  }
}
