package io.lull.platform.windows.watcher;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinBase;
import com.sun.jna.platform.win32.WinBase.PROCESS_INFORMATION;
import com.sun.jna.platform.win32.WinBase.STARTUPINFO;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.platform.win32.WinNT.HANDLEByReference;
import com.sun.jna.ptr.PointerByReference;
import io.lull.platform.windows.system.CommandLine;
import io.lull.platform.windows.system.WindowsError;
import io.lull.platform.windows.watcher.WatcherLibraries.Environments;
import io.lull.platform.windows.watcher.WatcherLibraries.Kernel;
import io.lull.platform.windows.watcher.WatcherLibraries.Security;
import io.lull.platform.windows.watcher.WatcherLibraries.Sessions;
import java.util.List;

/**
 * The real system, which gives a user's token to programs of the account LocalSystem only. All
 * started processes are in one job, which ends with the last handle to it, and so with this
 * process.
 */
final class NativeSessionProcesses implements SessionProcesses {
  private static final String DESKTOP = "winsta0\\default";
  private static final int EXTENDED_LIMITS = 9;

  /** Of {@code JOBOBJECT_EXTENDED_LIMIT_INFORMATION}. */
  private static final int LIMITS_BYTES = 144;

  private static final int LIMIT_FLAGS_OFFSET = 16;
  private static final int LIMIT_KILL_ON_JOB_CLOSE = 0x2000;
  private static final int ENDED_BY_AGENT = 137;

  private final String line;
  private final HANDLE job;

  /**
   * @throws IllegalArgumentException if Windows would refuse the command
   */
  NativeSessionProcesses(List<String> command) {
    this.line = CommandLine.of(command);
    this.job = job();
  }

  private static HANDLE job() {
    final HANDLE job = Kernel.CALLS.CreateJobObject(null, null);
    if (job == null) {
      throw new WindowsError("CreateJobObject failed with error " + Native.getLastError());
    }
    try (Memory limits = new Memory(LIMITS_BYTES)) {
      limits.clear();
      limits.setInt(LIMIT_FLAGS_OFFSET, LIMIT_KILL_ON_JOB_CLOSE);
      WindowsError.unless(
          Kernel.CALLS.SetInformationJobObject(job, EXTENDED_LIMITS, limits, LIMITS_BYTES),
          "SetInformationJobObject");
      return job;
    } catch (RuntimeException e) {
      Kernel32.INSTANCE.CloseHandle(job);
      throw e;
    }
  }

  @Override
  public Running start(int session) {
    final HANDLEByReference token = new HANDLEByReference();
    WindowsError.unless(Sessions.CALLS.WTSQueryUserToken(session, token), "WTSQueryUserToken");
    try {
      final PointerByReference environment = new PointerByReference();
      WindowsError.unless(
          Environments.CALLS.CreateEnvironmentBlock(environment, token.getValue(), false),
          "CreateEnvironmentBlock");
      try {
        final STARTUPINFO startup = new STARTUPINFO();
        startup.lpDesktop = DESKTOP;
        final PROCESS_INFORMATION started = new PROCESS_INFORMATION();
        WindowsError.unless(
            Security.CALLS.CreateProcessAsUser(
                token.getValue(),
                null,
                Native.toCharArray(line),
                null,
                null,
                false,
                WinBase.CREATE_SUSPENDED
                    | WinBase.CREATE_UNICODE_ENVIRONMENT
                    | WinBase.CREATE_NO_WINDOW,
                environment.getValue(),
                null,
                startup,
                started),
            "CreateProcessAsUser");
        return begin(started);
      } finally {
        Environments.CALLS.DestroyEnvironmentBlock(environment.getValue());
      }
    } finally {
      Kernel32.INSTANCE.CloseHandle(token.getValue());
    }
  }

  private Running begin(PROCESS_INFORMATION started) {
    final Started process = new Started(started.hProcess);
    try {
      WindowsError.unless(
          Kernel.CALLS.AssignProcessToJobObject(job, started.hProcess), "AssignProcessToJobObject");
      WindowsError.unless(Kernel.CALLS.ResumeThread(started.hThread) != -1, "ResumeThread");
      return process;
    } catch (RuntimeException e) {
      process.end();
      throw e;
    } finally {
      Kernel32.INSTANCE.CloseHandle(started.hThread);
    }
  }

  @Override
  public void close() {
    Kernel32.INSTANCE.CloseHandle(job);
  }

  private record Started(HANDLE process) implements Running {
    @Override
    public boolean ended() {
      return Kernel32.INSTANCE.WaitForSingleObject(process, 0) == WinBase.WAIT_OBJECT_0;
    }

    /** For an ended process the call fails without harm. */
    @Override
    public void end() {
      Kernel32.INSTANCE.TerminateProcess(process, ENDED_BY_AGENT);
      Kernel32.INSTANCE.CloseHandle(process);
    }
  }
}
