package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.GuestLimits;
import java.util.Set;

/** Windows' job objects. A refused call throws {@code WindowsError}. */
interface JobCalls {
  /** A job whose processes end with the last handle to it. */
  HANDLE create(GuestLimits limits);

  /**
   * @param tenThousandths of all processors together; 10,000: no cap
   */
  void cap(HANDLE job, int tenThousandths);

  Set<Long> members(HANDLE job);

  /** Processor time of all processes that were ever in it. */
  double seconds(HANDLE job);

  void terminate(HANDLE job);

  void close(HANDLE job);
}
