package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.process.SpawnedProcess.Streams;
import java.util.OptionalLong;

/** Windows' processes. A refused call throws {@code WindowsError}. */
interface ProcessCalls {
  /** Starts a process in the job, suspended before its first instruction. */
  Started start(GuestSpec spec, HANDLE job);

  /** Lets a started process run. */
  void begin(Started started);

  /** Waits until it has ended, releases its handles, and returns its exit code. */
  int awaitEnd(Started started);

  /** Sets the lowest priorities: processors, power, disks, memory. */
  void lower(long pid);

  boolean suspend(long pid);

  void resume(long pid);

  long residentBytes(long pid);

  /** In units of 100 ns since 1601: no two processes with the same number have the same. */
  OptionalLong startTicks(long pid);

  void terminate(long pid);

  /**
   * @param handle of the process
   * @param thread its first
   */
  record Started(long pid, long startTicks, HANDLE handle, HANDLE thread, Streams streams) {}
}
