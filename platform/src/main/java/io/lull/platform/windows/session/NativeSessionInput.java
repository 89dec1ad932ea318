package io.lull.platform.windows.session;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.PowrProf;
import com.sun.jna.platform.win32.User32;
import com.sun.jna.platform.win32.WinDef.POINT;
import com.sun.jna.platform.win32.WinUser.LASTINPUTINFO;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.win32.StdCallLibrary;
import com.sun.jna.win32.W32APIOptions;
import io.lull.platform.source.IdleReading;
import io.lull.platform.windows.system.WindowsError;
import org.jspecify.annotations.Nullable;

/** The session of this process. */
final class NativeSessionInput implements SessionInput {
  private static final int SYSTEM_EXECUTION_STATE = 16;
  private static final int ES_DISPLAY_REQUIRED = 0x2;
  private static final int QUNS_BUSY = 2;
  private static final int QUNS_RUNNING_D3D_FULL_SCREEN = 3;
  private static final int QUNS_PRESENTATION_MODE = 4;
  private static final int[] MOUSE_BUTTONS = {0x01, 0x02, 0x04, 0x05, 0x06};

  /** Calls of {@code shell32.dll} that jna-platform lacks. */
  interface ShellLibrary extends StdCallLibrary {
    ShellLibrary SHELL = Native.load("shell32", ShellLibrary.class, W32APIOptions.DEFAULT_OPTIONS);

    int SHQueryUserNotificationState(IntByReference state);
  }

  @Override
  public int tickCount() {
    return Kernel32.INSTANCE.GetTickCount();
  }

  @Override
  public int lastInputTick() {
    final LASTINPUTINFO last = new LASTINPUTINFO();
    WindowsError.unless(User32.INSTANCE.GetLastInputInfo(last), "GetLastInputInfo");
    return last.dwTime;
  }

  @Override
  public IdleReading.@Nullable Pointer pointer() {
    final POINT at = new POINT();
    return User32.INSTANCE.GetCursorPos(at) ? new IdleReading.Pointer(at.x, at.y) : null;
  }

  @Override
  public boolean mouseButton() {
    boolean used = false;
    for (final int button : MOUSE_BUTTONS) {
      // Each is queried: the answer to one says nothing about the others, and a query clears it.
      used |= UserLibrary.USER.GetAsyncKeyState(button) != 0;
    }
    return used;
  }

  @Override
  public boolean screenKeptOn() {
    try (Memory state = new Memory(Integer.BYTES)) {
      final int status =
          PowrProf.INSTANCE.CallNtPowerInformation(
              SYSTEM_EXECUTION_STATE, null, 0, state, (int) state.size());
      if (status != 0) {
        throw new WindowsError("CallNtPowerInformation failed with status " + status);
      }
      return (state.getInt(0) & ES_DISPLAY_REQUIRED) != 0;
    }
  }

  @Override
  public Attention attention() {
    final IntByReference state = new IntByReference();
    final int result = ShellLibrary.SHELL.SHQueryUserNotificationState(state);
    if (result != 0) {
      throw new WindowsError("SHQueryUserNotificationState failed with result " + result);
    }
    return switch (state.getValue()) {
      case QUNS_BUSY, QUNS_RUNNING_D3D_FULL_SCREEN -> Attention.FULL_SCREEN;
      case QUNS_PRESENTATION_MODE -> Attention.PRESENTATION;
      default -> Attention.USUAL;
    };
  }

  @Override
  public boolean shadowed() {
    return User32.INSTANCE.GetSystemMetrics(UserLibrary.SM_REMOTECONTROL) != 0;
  }
}
