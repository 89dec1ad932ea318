package io.lull.platform.windows.guest;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.platform.win32.Advapi32;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinBase;
import com.sun.jna.platform.win32.WinBase.FILETIME;
import com.sun.jna.platform.win32.WinBase.PROCESS_INFORMATION;
import com.sun.jna.platform.win32.WinNT;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.platform.win32.WinNT.HANDLEByReference;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.windows.guest.GuestLibraries.ExtendedStartup;
import io.lull.platform.windows.guest.GuestLibraries.Kernel;
import io.lull.platform.windows.guest.GuestLibraries.NtSystem;
import io.lull.platform.windows.guest.GuestLibraries.Security;
import io.lull.platform.windows.system.CommandLine;
import io.lull.platform.windows.system.WindowsError;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The real system. */
final class NativeProcesses implements ProcessCalls {
  private static final int DISABLE_MAX_PRIVILEGE = 0x1;
  private static final int LUA_TOKEN = 0x4;
  private static final long ATTRIBUTE_HANDLE_LIST = 0x20002;
  private static final long ATTRIBUTE_JOB_LIST = 0x2000D;
  private static final int ATTRIBUTES = 2;

  private static final int MEMORY_PRIORITY = 0;
  private static final int VERY_LOW_MEMORY = 1;
  private static final int POWER_THROTTLING = 4;
  private static final int THROTTLING_VERSION = 1;
  private static final int EXECUTION_SPEED = 1;
  private static final int IO_PRIORITY = 33;
  private static final int VERY_LOW_IO = 0;

  /** Of {@code PROCESS_MEMORY_COUNTERS_EX}. */
  private static final int COUNTERS_BYTES = 80;

  private static final int WORKING_SET_OFFSET = 16;
  private static final int MOST_PATH_CHARACTERS = 260;
  private static final int ENDED_BY_AGENT = 137;
  private static final int GONE = 87;

  /**
   * Any other process that starts at the same time can inherit an inheritable handle: one guest at
   * a time, with a list of what it inherits.
   */
  @Override
  public synchronized Started start(GuestSpec spec, HANDLE job) {
    final String line = CommandLine.of(spec.command());
    final String variables = CommandLine.environment(spec.environment(), systemRoot());
    final PROCESS_INFORMATION started = new PROCESS_INFORMATION();
    try (Pipes pipes = new Pipes();
        Attributes attributes = new Attributes(pipes.theirs(), job);
        Memory environment = new Memory((long) variables.length() * Character.BYTES)) {
      environment.write(0, variables.toCharArray(), 0, variables.length());
      final ExtendedStartup startup = new ExtendedStartup();
      startup.startup.cb.setValue(startup.size());
      startup.startup.dwFlags = WinBase.STARTF_USESTDHANDLES;
      startup.startup.hStdInput = pipes.theirs().get(0);
      startup.startup.hStdOutput = pipes.theirs().get(1);
      startup.startup.hStdError = pipes.theirs().get(2);
      startup.attributes = attributes.list;
      final HANDLE token = restrictedToken();
      try {
        WindowsError.unless(
            Security.CALLS.CreateProcessAsUser(
                token,
                null,
                Native.toCharArray(line),
                null,
                null,
                true,
                WinBase.CREATE_SUSPENDED
                    | WinBase.CREATE_UNICODE_ENVIRONMENT
                    | WinBase.CREATE_NO_WINDOW
                    | WinBase.EXTENDED_STARTUPINFO_PRESENT,
                environment,
                spec.directory().toString(),
                startup,
                started),
            "CreateProcessAsUser");
      } finally {
        Kernel32.INSTANCE.CloseHandle(token);
      }
      return new Started(
          started.dwProcessId.longValue(),
          creation(started.hProcess),
          started.hProcess,
          started.hThread,
          pipes.streams());
    }
  }

  /** The agent's own account without its privileges, and without administrator's rights. */
  private static HANDLE restrictedToken() {
    final HANDLEByReference own = new HANDLEByReference();
    WindowsError.unless(
        Advapi32.INSTANCE.OpenProcessToken(
            Kernel32.INSTANCE.GetCurrentProcess(),
            WinNT.TOKEN_DUPLICATE
                | WinNT.TOKEN_ASSIGN_PRIMARY
                | WinNT.TOKEN_QUERY
                | WinNT.TOKEN_ADJUST_DEFAULT,
            own),
        "OpenProcessToken");
    try {
      final HANDLEByReference restricted = new HANDLEByReference();
      WindowsError.unless(
          Security.CALLS.CreateRestrictedToken(
              own.getValue(),
              DISABLE_MAX_PRIVILEGE | LUA_TOKEN,
              0,
              null,
              0,
              null,
              0,
              null,
              restricted),
          "CreateRestrictedToken");
      return restricted.getValue();
    } finally {
      Kernel32.INSTANCE.CloseHandle(own.getValue());
    }
  }

  private static String systemRoot() {
    final char[] path = new char[MOST_PATH_CHARACTERS];
    final int length = Kernel.CALLS.GetSystemWindowsDirectory(path, path.length);
    WindowsError.unless(length > 0 && length < path.length, "GetSystemWindowsDirectory");
    return new String(path, 0, length);
  }

  private static long creation(HANDLE process) {
    final FILETIME created = new FILETIME();
    final FILETIME rest = new FILETIME();
    WindowsError.unless(
        Kernel32.INSTANCE.GetProcessTimes(process, created, rest, new FILETIME(), new FILETIME()),
        "GetProcessTimes");
    return ((long) created.dwHighDateTime << 32) | (created.dwLowDateTime & 0xffff_ffffL);
  }

  @Override
  public void begin(Started started) {
    final int count = Kernel.CALLS.ResumeThread(started.thread());
    WindowsError.unless(count != -1, "ResumeThread");
    Kernel32.INSTANCE.CloseHandle(started.thread());
  }

  @Override
  public int awaitEnd(Started started) {
    Kernel32.INSTANCE.WaitForSingleObject(started.handle(), WinBase.INFINITE);
    final IntByReference code = new IntByReference();
    final boolean told = Kernel32.INSTANCE.GetExitCodeProcess(started.handle(), code);
    Kernel32.INSTANCE.CloseHandle(started.handle());
    return told ? code.getValue() : ENDED_BY_AGENT;
  }

  @Override
  public void lower(long pid) {
    with(
        pid,
        WinNT.PROCESS_SET_INFORMATION,
        process -> {
          set(process, MEMORY_PRIORITY, "memory priority", VERY_LOW_MEMORY);
          set(
              process,
              POWER_THROTTLING,
              "power throttling",
              THROTTLING_VERSION,
              EXECUTION_SPEED,
              EXECUTION_SPEED);
          try (Memory priority = new Memory(Integer.BYTES)) {
            priority.setInt(0, VERY_LOW_IO);
            final int status =
                NtSystem.CALLS.NtSetInformationProcess(
                    process, IO_PRIORITY, priority, (int) priority.size());
            if (status < 0) {
              throw new WindowsError(
                  "NtSetInformationProcess (disk priority) failed with status " + status);
            }
          }
          return true;
        });
  }

  private static void set(HANDLE process, int what, String words, int... values) {
    try (Memory value = new Memory((long) values.length * Integer.BYTES)) {
      value.write(0, values, 0, values.length);
      WindowsError.unless(
          Kernel.CALLS.SetProcessInformation(process, what, value, (int) value.size()),
          "SetProcessInformation (" + words + ")");
    }
  }

  @Override
  public boolean suspend(long pid) {
    final Boolean stands =
        with(
            pid,
            WinNT.PROCESS_SUSPEND_RESUME,
            process -> NtSystem.CALLS.NtSuspendProcess(process) >= 0);
    return stands == null || stands;
  }

  @Override
  public void resume(long pid) {
    with(
        pid, WinNT.PROCESS_SUSPEND_RESUME, process -> NtSystem.CALLS.NtResumeProcess(process) >= 0);
  }

  @Override
  public long residentBytes(long pid) {
    final Long bytes =
        with(
            pid,
            WinNT.PROCESS_QUERY_LIMITED_INFORMATION,
            process -> {
              try (Memory counters = new Memory(COUNTERS_BYTES)) {
                return Kernel.CALLS.K32GetProcessMemoryInfo(process, counters, COUNTERS_BYTES)
                    ? counters.getLong(WORKING_SET_OFFSET)
                    : 0L;
              }
            });
    return bytes == null ? 0 : bytes;
  }

  /** An open handle keeps a process's number after its end. */
  @Override
  public OptionalLong startTicks(long pid) {
    final OptionalLong ticks =
        with(
            pid,
            WinNT.PROCESS_QUERY_LIMITED_INFORMATION | WinNT.SYNCHRONIZE,
            process ->
                Kernel32.INSTANCE.WaitForSingleObject(process, 0) == WinBase.WAIT_OBJECT_0
                    ? OptionalLong.empty()
                    : OptionalLong.of(creation(process)));
    return ticks == null ? OptionalLong.empty() : ticks;
  }

  @Override
  public void terminate(long pid) {
    with(
        pid,
        WinNT.PROCESS_TERMINATE,
        process -> {
          WindowsError.unless(
              Kernel32.INSTANCE.TerminateProcess(process, ENDED_BY_AGENT), "TerminateProcess");
          return true;
        });
  }

  /** Null: there is no such process any more. */
  private static <T> @Nullable T with(long pid, int rights, Function<HANDLE, T> ask) {
    final HANDLE process = Kernel32.INSTANCE.OpenProcess(rights, false, (int) pid);
    if (process == null) {
      final int error = Native.getLastError();
      if (error == GONE) {
        return null;
      }
      throw new WindowsError("OpenProcess (" + pid + ") failed with error " + error);
    }
    try {
      return ask.apply(process);
    } finally {
      Kernel32.INSTANCE.CloseHandle(process);
    }
  }

  /** What a new process inherits, and the job that it starts in. */
  private static final class Attributes implements AutoCloseable {
    private final Memory list;
    private final Memory handles;
    private final Memory jobs;

    Attributes(List<HANDLE> inherited, HANDLE job) {
      final LongByReference bytes = new LongByReference();
      // The first call only returns how much memory the second needs.
      Kernel.CALLS.InitializeProcThreadAttributeList(null, ATTRIBUTES, 0, bytes);
      list = new Memory(Math.max(1, bytes.getValue()));
      handles = new Memory((long) inherited.size() * Native.POINTER_SIZE);
      for (int i = 0; i < inherited.size(); i++) {
        handles.setPointer((long) i * Native.POINTER_SIZE, inherited.get(i).getPointer());
      }
      jobs = new Memory(Native.POINTER_SIZE);
      jobs.setPointer(0, job.getPointer());
      WindowsError.unless(
          Kernel.CALLS.InitializeProcThreadAttributeList(list, ATTRIBUTES, 0, bytes),
          "InitializeProcThreadAttributeList");
      update(ATTRIBUTE_HANDLE_LIST, handles);
      update(ATTRIBUTE_JOB_LIST, jobs);
    }

    private void update(long attribute, Memory value) {
      WindowsError.unless(
          Kernel.CALLS.UpdateProcThreadAttribute(
              list, 0, attribute, value, value.size(), null, null),
          "UpdateProcThreadAttribute");
    }

    @Override
    public void close() {
      Kernel.CALLS.DeleteProcThreadAttributeList(list);
      handles.close();
      jobs.close();
      list.close();
    }
  }
}
