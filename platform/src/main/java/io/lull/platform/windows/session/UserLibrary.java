package io.lull.platform.windows.session;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.platform.win32.Guid.GUID;
import com.sun.jna.platform.win32.WinDef.HWND;
import com.sun.jna.win32.StdCallLibrary;
import com.sun.jna.win32.W32APIOptions;
import org.jspecify.annotations.Nullable;

/** Calls of {@code user32.dll} that jna-platform lacks. */
interface UserLibrary extends StdCallLibrary {
  UserLibrary USER = Native.load("user32", UserLibrary.class, W32APIOptions.DEFAULT_OPTIONS);

  int WM_INPUT = 0x00FF;
  int WM_POWERBROADCAST = 0x0218;
  int WM_WTSSESSION_CHANGE = 0x02B1;
  int PBT_APMSUSPEND = 0x0004;
  int PBT_APMRESUMEAUTOMATIC = 0x0012;
  int PBT_POWERSETTINGCHANGE = 0x8013;
  int RIDEV_REMOVE = 0x0001;
  int RIDEV_INPUTSINK = 0x0100;
  int QS_ALLINPUT = 0x04FF;
  int MWMO_INPUTAVAILABLE = 0x0004;
  int PM_REMOVE = 0x0001;
  int DEVICE_NOTIFY_WINDOW_HANDLE = 0;
  int SM_REMOTECONTROL = 0x2001;

  boolean RegisterRawInputDevices(RawInputDevice[] devices, int count, int size);

  @Nullable Pointer RegisterPowerSettingNotification(HWND recipient, GUID setting, int flags);

  boolean UnregisterPowerSettingNotification(@Nullable Pointer notification);

  @Nullable Pointer RegisterSuspendResumeNotification(HWND recipient, int flags);

  boolean UnregisterSuspendResumeNotification(@Nullable Pointer notification);

  int MsgWaitForMultipleObjectsEx(
      int count, @Nullable Pointer handles, int millis, int wakeMask, int flags);

  short GetAsyncKeyState(int key);

  /** {@code RAWINPUTDEVICE}. */
  @Structure.FieldOrder({"usUsagePage", "usUsage", "dwFlags", "hwndTarget"})
  final class RawInputDevice extends Structure {
    public short usUsagePage;
    public short usUsage;
    public int dwFlags;
    public @Nullable Pointer hwndTarget;
  }
}
