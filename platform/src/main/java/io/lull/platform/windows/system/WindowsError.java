package io.lull.platform.windows.system;

import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32Util;

/** Windows refused a call. */
public final class WindowsError extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WindowsError(String message) {
    super(message);
  }

  /**
   * @param granted the call's result, whose error is still the thread's last
   */
  public static void unless(boolean granted, String call) {
    if (!granted) {
      final int error = Native.getLastError();
      throw new WindowsError(
          call + " failed with error " + error + ": " + Kernel32Util.formatMessage(error).strip());
    }
  }
}
