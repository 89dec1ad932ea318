package io.lull.platform.windows.guest;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.platform.win32.WinBase.PROCESS_INFORMATION;
import com.sun.jna.platform.win32.WinBase.STARTUPINFO;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.platform.win32.WinNT.HANDLEByReference;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.win32.StdCallLibrary;
import com.sun.jna.win32.W32APIOptions;
import org.jspecify.annotations.Nullable;

/** Functions that jna-platform lacks, as 64-bit Windows has them. */
final class GuestLibraries {
  private GuestLibraries() {}

  /** {@code kernel32.dll}. */
  interface Kernel extends StdCallLibrary {
    Kernel CALLS = Native.load("kernel32", Kernel.class, W32APIOptions.DEFAULT_OPTIONS);

    @Nullable HANDLE CreateJobObject(@Nullable Pointer security, @Nullable String name);

    boolean SetInformationJobObject(HANDLE job, int what, Pointer value, int bytes);

    boolean QueryInformationJobObject(
        HANDLE job, int what, Pointer value, int bytes, @Nullable IntByReference answered);

    boolean TerminateJobObject(HANDLE job, int code);

    boolean InitializeProcThreadAttributeList(
        @Nullable Pointer list, int count, int flags, LongByReference bytes);

    boolean UpdateProcThreadAttribute(
        Pointer list,
        int flags,
        long attribute,
        Pointer value,
        long bytes,
        @Nullable Pointer previous,
        @Nullable Pointer answered);

    void DeleteProcThreadAttributeList(Pointer list);

    boolean SetProcessInformation(HANDLE process, int what, Pointer value, int bytes);

    boolean K32GetProcessMemoryInfo(HANDLE process, Pointer counters, int bytes);

    int ResumeThread(HANDLE thread);

    int GetSystemWindowsDirectory(char[] path, int characters);
  }

  /** {@code ntdll.dll}: undocumented, and used by every tool that stops a process. */
  interface NtSystem extends StdCallLibrary {
    NtSystem CALLS = Native.load("ntdll", NtSystem.class, W32APIOptions.DEFAULT_OPTIONS);

    int NtSuspendProcess(HANDLE process);

    int NtResumeProcess(HANDLE process);

    int NtSetInformationProcess(HANDLE process, int what, Pointer value, int bytes);
  }

  /** {@code advapi32.dll}. */
  interface Security extends StdCallLibrary {
    Security CALLS = Native.load("advapi32", Security.class, W32APIOptions.DEFAULT_OPTIONS);

    boolean CreateRestrictedToken(
        HANDLE token,
        int flags,
        int disableCount,
        @Nullable Pointer disable,
        int deleteCount,
        @Nullable Pointer delete,
        int restrictCount,
        @Nullable Pointer restrict,
        HANDLEByReference restricted);

    boolean CreateProcessAsUser(
        HANDLE token,
        @Nullable String application,
        char[] commandLine,
        @Nullable Pointer processSecurity,
        @Nullable Pointer threadSecurity,
        boolean inheritHandles,
        int flags,
        Pointer environment,
        String directory,
        ExtendedStartup startup,
        PROCESS_INFORMATION started);
  }

  /** {@code STARTUPINFOEXW}. */
  @Structure.FieldOrder({"startup", "attributes"})
  public static final class ExtendedStartup extends Structure {
    public STARTUPINFO startup = new STARTUPINFO();
    public @Nullable Pointer attributes;
  }

  /** {@code JOBOBJECT_EXTENDED_LIMIT_INFORMATION}. */
  @Structure.FieldOrder({
    "perProcessUserTimeLimit",
    "perJobUserTimeLimit",
    "limitFlags",
    "minimumWorkingSetSize",
    "maximumWorkingSetSize",
    "activeProcessLimit",
    "affinity",
    "priorityClass",
    "schedulingClass",
    "io",
    "processMemoryLimit",
    "jobMemoryLimit",
    "peakProcessMemoryUsed",
    "peakJobMemoryUsed"
  })
  public static final class ExtendedLimits extends Structure {
    public long perProcessUserTimeLimit;
    public long perJobUserTimeLimit;
    public int limitFlags;
    public long minimumWorkingSetSize;
    public long maximumWorkingSetSize;
    public int activeProcessLimit;
    public long affinity;
    public int priorityClass;
    public int schedulingClass;
    public long[] io = new long[6];
    public long processMemoryLimit;
    public long jobMemoryLimit;
    public long peakProcessMemoryUsed;
    public long peakJobMemoryUsed;
  }

  /** {@code JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION}; times in units of 100 ns. */
  @Structure.FieldOrder({
    "totalUserTime",
    "totalKernelTime",
    "periodUserTime",
    "periodKernelTime",
    "pageFaults",
    "processes",
    "active",
    "terminated",
    "io"
  })
  public static final class Accounting extends Structure {
    public long totalUserTime;
    public long totalKernelTime;
    public long periodUserTime;
    public long periodKernelTime;
    public int pageFaults;
    public int processes;
    public int active;
    public int terminated;
    public long[] io = new long[6];
  }
}
