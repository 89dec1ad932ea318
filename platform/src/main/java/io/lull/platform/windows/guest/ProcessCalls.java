package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.process.SpawnedProcess.Streams;
import java.util.OptionalLong;

/** Windows' processes. A refused call is a {@code Refusal}. */
interface ProcessCalls {
  /** In the job from before its first instruction, which it does not yet execute. */
  Started start(GuestSpec spec, HANDLE job);

  /** Lets a started one execute. */
  void begin(Started started);

  /** Waits until it has ended, answers its exit code, and gives back what it was held by. */
  int awaitEnd(Started started);

  /** To the lowest priorities there are: processors, power, disks, memory. */
  void lower(long pid);

  boolean suspend(long pid);

  void resume(long pid);

  long residentBytes(long pid);

  /** In units of 100 ns since 1601: no two processes of a number have the same, ever. */
  OptionalLong startTicks(long pid);

  void terminate(long pid);

  /**
   * @param handle of the process
   * @param thread its first
   */
  record Started(long pid, long startTicks, HANDLE handle, HANDLE thread, Streams streams) {}
}
