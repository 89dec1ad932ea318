package io.lull.platform.windows.guest;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.windows.guest.GuestLibraries.Accounting;
import io.lull.platform.windows.guest.GuestLibraries.ExtendedLimits;
import io.lull.platform.windows.guest.GuestLibraries.Kernel;
import io.lull.platform.windows.system.WindowsError;
import java.util.HashSet;
import java.util.Set;

/** The real system. */
final class NativeJobs implements JobCalls {
  private static final int PROCESS_IDS = 3;
  private static final int UI_RESTRICTIONS = 4;
  private static final int BASIC_AND_IO_ACCOUNTING = 8;
  private static final int EXTENDED_LIMITS = 9;
  private static final int CPU_RATE = 15;

  private static final int LIMIT_ACTIVE_PROCESS = 0x0008;
  private static final int LIMIT_PRIORITY_CLASS = 0x0020;
  private static final int LIMIT_JOB_MEMORY = 0x0200;
  private static final int LIMIT_DIE_ON_UNHANDLED_EXCEPTION = 0x0400;
  private static final int LIMIT_KILL_ON_JOB_CLOSE = 0x2000;
  private static final int IDLE_PRIORITY = 0x40;

  /** No handles of others' windows, clipboard, settings, desktops, and no end of the session. */
  private static final int UI_ALL = 0xFF;

  private static final int RATE_ENABLE = 0x1;
  private static final int RATE_HARD_CAP = 0x4;
  private static final int NO_CAP = 10_000;

  /** A JVM is one; nothing that a job runs needs many. */
  private static final int MOST_PROCESSES = 64;

  private static final int IDS_OFFSET = 8;
  private static final double UNITS_A_SECOND = 1e7;
  private static final int ENDED_BY_AGENT = 137;

  @Override
  public HANDLE create(GuestLimits limits) {
    final HANDLE job = Kernel.CALLS.CreateJobObject(null, null);
    if (job == null) {
      WindowsError.unless(false, "CreateJobObject");
      throw new IllegalStateException();
    }
    try {
      limit(job, limits);
      return job;
    } catch (RuntimeException e) {
      close(job);
      throw e;
    }
  }

  private static void limit(HANDLE job, GuestLimits limits) {
    final ExtendedLimits extended = new ExtendedLimits();
    extended.limitFlags =
        LIMIT_ACTIVE_PROCESS
            | LIMIT_PRIORITY_CLASS
            | LIMIT_JOB_MEMORY
            | LIMIT_DIE_ON_UNHANDLED_EXCEPTION
            | LIMIT_KILL_ON_JOB_CLOSE;
    extended.activeProcessLimit = MOST_PROCESSES;
    extended.priorityClass = IDLE_PRIORITY;
    extended.jobMemoryLimit = limits.memoryBytes();
    extended.write();
    WindowsError.unless(
        Kernel.CALLS.SetInformationJobObject(
            job, EXTENDED_LIMITS, extended.getPointer(), extended.size()),
        "SetInformationJobObject (limits)");
    try (Memory restrictions = new Memory(Integer.BYTES)) {
      restrictions.setInt(0, UI_ALL);
      WindowsError.unless(
          Kernel.CALLS.SetInformationJobObject(
              job, UI_RESTRICTIONS, restrictions, (int) restrictions.size()),
          "SetInformationJobObject (windows)");
    }
  }

  @Override
  public void cap(HANDLE job, int tenThousandths) {
    try (Memory rate = new Memory(2L * Integer.BYTES)) {
      final boolean capped = tenThousandths < NO_CAP;
      rate.setInt(0, capped ? RATE_ENABLE | RATE_HARD_CAP : 0);
      rate.setInt(Integer.BYTES, capped ? tenThousandths : 0);
      WindowsError.unless(
          Kernel.CALLS.SetInformationJobObject(job, CPU_RATE, rate, (int) rate.size()),
          "SetInformationJobObject (processor time)");
    }
  }

  @Override
  public Set<Long> members(HANDLE job) {
    try (Memory list = new Memory(IDS_OFFSET + (long) MOST_PROCESSES * Native.POINTER_SIZE)) {
      WindowsError.unless(
          Kernel.CALLS.QueryInformationJobObject(job, PROCESS_IDS, list, (int) list.size(), null),
          "QueryInformationJobObject (members)");
      final int count = Math.min(list.getInt(Integer.BYTES), MOST_PROCESSES);
      final Set<Long> members = new HashSet<>();
      for (int i = 0; i < count; i++) {
        members.add(list.getLong(IDS_OFFSET + (long) i * Native.POINTER_SIZE));
      }
      return members;
    }
  }

  @Override
  public double seconds(HANDLE job) {
    final Accounting accounting = new Accounting();
    WindowsError.unless(
        Kernel.CALLS.QueryInformationJobObject(
            job, BASIC_AND_IO_ACCOUNTING, accounting.getPointer(), accounting.size(), null),
        "QueryInformationJobObject (processor time)");
    accounting.read();
    return (accounting.totalUserTime + accounting.totalKernelTime) / UNITS_A_SECOND;
  }

  @Override
  public void terminate(HANDLE job) {
    WindowsError.unless(Kernel.CALLS.TerminateJobObject(job, ENDED_BY_AGENT), "TerminateJobObject");
  }

  @Override
  public void close(HANDLE job) {
    Kernel32.INSTANCE.CloseHandle(job);
  }
}
