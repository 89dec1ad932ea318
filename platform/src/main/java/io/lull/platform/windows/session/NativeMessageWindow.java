package io.lull.platform.windows.session;

import com.sun.jna.Pointer;
import com.sun.jna.platform.win32.Guid.GUID;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.User32;
import com.sun.jna.platform.win32.WinDef.HMODULE;
import com.sun.jna.platform.win32.WinDef.HWND;
import com.sun.jna.platform.win32.WinDef.LPARAM;
import com.sun.jna.platform.win32.WinDef.LRESULT;
import com.sun.jna.platform.win32.WinDef.WPARAM;
import com.sun.jna.platform.win32.WinUser.MSG;
import com.sun.jna.platform.win32.WinUser.WNDCLASSEX;
import com.sun.jna.platform.win32.WinUser.WindowProc;
import com.sun.jna.platform.win32.Wtsapi32;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.windows.session.UserLibrary.RawInputDevice;
import io.lull.platform.windows.system.WindowsError;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Invisible windows that exist for their messages alone. There is one per kind of device: the
 * message itself, which says nothing but that there is input, tells the kind, and its data is never
 * read.
 */
final class NativeMessageWindow implements MessageWindow {
  private static final Logger LOG = LoggerFactory.getLogger(NativeMessageWindow.class);
  private static final GUID GLOBAL_USER_PRESENCE =
      GUID.fromString("{786E8A1D-B427-4344-9207-09E70BDCBEA9}");

  /** The offset of the data in {@code POWERBROADCAST_SETTING}. */
  private static final int SETTING_DATA_OFFSET = 20;

  private static final int USER_PRESENT = 0;

  /** No hand causes more at once; further ones are known to have happened. */
  private static final int MOST_MESSAGES_AT_ONCE = 64;

  private static final AtomicInteger CLASSES = new AtomicInteger();

  private record Device(int usagePage, int usage, Kind kind) {}

  private static final Device MOUSE = new Device(0x01, 0x02, Kind.MOTION);

  /** Game pads are excluded: many report several hundred times a second while unused. */
  private static final List<Device> OTHERS =
      List.of(
          new Device(0x01, 0x06, Kind.KEY),
          new Device(0x01, 0x07, Kind.KEY),
          new Device(0x0C, 0x01, Kind.KEY),
          new Device(0x0D, 0x02, Kind.TOUCH),
          new Device(0x0D, 0x04, Kind.TOUCH),
          new Device(0x0D, 0x05, Kind.TOUCH));

  private final String className = "LullMessages" + CLASSES.incrementAndGet();
  private final HMODULE module = Kernel32.INSTANCE.GetModuleHandle(null);

  /** Referenced here, else the garbage collector would free it while Windows uses it. */
  private final WindowProc procedure = this::onMessage;

  private final Map<Kind, HWND> windows = new EnumMap<>(Kind.class);
  private final List<Message> came = new ArrayList<>();
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private NativeMessageWindow() {}

  static MessageWindow open(Set<Wish> wishes) {
    final NativeMessageWindow opened = new NativeMessageWindow();
    try {
      opened.register(wishes);
      return opened;
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  private void register(Set<Wish> wishes) {
    final WNDCLASSEX type = new WNDCLASSEX();
    type.hInstance = module;
    type.lpfnWndProc = procedure;
    type.lpszClassName = className;
    WindowsError.unless(User32.INSTANCE.RegisterClassEx(type).intValue() != 0, "RegisterClassEx");
    undo.push(() -> User32.INSTANCE.UnregisterClass(className, module));
    final HWND first = create();
    final Pointer sleep =
        UserLibrary.USER.RegisterSuspendResumeNotification(
            first, UserLibrary.DEVICE_NOTIFY_WINDOW_HANDLE);
    WindowsError.unless(sleep != null, "RegisterSuspendResumeNotification");
    undo.push(() -> UserLibrary.USER.UnregisterSuspendResumeNotification(sleep));
    for (final Wish wish : wishes) {
      switch (wish) {
        case INPUT -> hear();
        case OWN_SESSION -> sessions(first, Wtsapi32.NOTIFY_FOR_THIS_SESSION);
        case ALL_SESSIONS -> sessions(first, Wtsapi32.NOTIFY_FOR_ALL_SESSIONS);
        case USER_PRESENCE -> presence(first);
      }
    }
  }

  private HWND create() {
    final HWND window =
        User32.INSTANCE.CreateWindowEx(
            0, className, "", 0, 0, 0, 0, 0, User32.HWND_MESSAGE, null, module, null);
    WindowsError.unless(window != null, "CreateWindowEx");
    undo.push(() -> User32.INSTANCE.DestroyWindow(window));
    return window;
  }

  private void sessions(HWND window, int which) {
    WindowsError.unless(
        Wtsapi32.INSTANCE.WTSRegisterSessionNotification(window, which),
        "WTSRegisterSessionNotification");
    undo.push(() -> Wtsapi32.INSTANCE.WTSUnRegisterSessionNotification(window));
  }

  private void presence(HWND window) {
    final Pointer registered =
        UserLibrary.USER.RegisterPowerSettingNotification(
            window, GLOBAL_USER_PRESENCE, UserLibrary.DEVICE_NOTIFY_WINDOW_HANDLE);
    WindowsError.unless(registered != null, "RegisterPowerSettingNotification");
    undo.push(() -> UserLibrary.USER.UnregisterPowerSettingNotification(registered));
  }

  private void hear() {
    for (final Kind kind : List.of(Kind.MOTION, Kind.KEY, Kind.TOUCH)) {
      windows.put(kind, create());
    }
    for (final Device device : OTHERS) {
      if (!listen(device, true)) {
        LOG.debug("no raw input of devices {}", device);
      }
    }
    WindowsError.unless(listen(MOUSE, true), "RegisterRawInputDevices");
    undo.push(() -> {
      listen(MOUSE, false);
      OTHERS.forEach(device -> listen(device, false));
    });
  }

  private boolean listen(Device device, boolean on) {
    final RawInputDevice wanted = new RawInputDevice();
    final RawInputDevice[] devices = (RawInputDevice[]) wanted.toArray(1);
    wanted.usUsagePage = (short) device.usagePage;
    wanted.usUsage = (short) device.usage;
    wanted.dwFlags = on ? UserLibrary.RIDEV_INPUTSINK : UserLibrary.RIDEV_REMOVE;
    final HWND target = windows.get(device.kind);
    if (on && target != null) {
      wanted.hwndTarget = target.getPointer();
    }
    return UserLibrary.USER.RegisterRawInputDevices(devices, 1, wanted.size());
  }

  @Override
  public void hearMouse(boolean hear) {
    if (!listen(MOUSE, hear)) {
      LOG.debug("the mouse could not be {}", hear ? "heard" : "unheard");
    }
  }

  @Override
  public List<Message> await(Duration atMost) {
    came.clear();
    UserLibrary.USER.MsgWaitForMultipleObjectsEx(
        0,
        null,
        (int) Math.max(1, atMost.toMillis()),
        UserLibrary.QS_ALLINPUT,
        UserLibrary.MWMO_INPUTAVAILABLE);
    final MSG message = new MSG();
    for (int i = 0;
        i < MOST_MESSAGES_AT_ONCE
            && User32.INSTANCE.PeekMessage(message, null, 0, 0, UserLibrary.PM_REMOVE);
        i++) {
      User32.INSTANCE.DispatchMessage(message);
    }
    return List.copyOf(came);
  }

  private LRESULT onMessage(HWND window, int message, WPARAM wParam, LPARAM lParam) {
    switch (message) {
      case UserLibrary.WM_INPUT ->
          windows.forEach((kind, of) -> {
            if (of.equals(window)) {
              keep(new Message.Input(kind));
            }
          });
      case UserLibrary.WM_WTSSESSION_CHANGE ->
          keep(
              new Message.Session(
                  switch (wParam.intValue()) {
                    case Wtsapi32.WTS_SESSION_LOCK -> Change.LOCKED;
                    case Wtsapi32.WTS_SESSION_UNLOCK -> Change.UNLOCKED;
                    default -> Change.OTHER;
                  },
                  lParam.longValue()));
      case UserLibrary.WM_POWERBROADCAST -> power(wParam.intValue(), lParam);
      default -> {}
    }
    return User32.INSTANCE.DefWindowProc(window, message, wParam, lParam);
  }

  private void power(int event, LPARAM lParam) {
    switch (event) {
      case UserLibrary.PBT_APMSUSPEND, UserLibrary.PBT_APMRESUMEAUTOMATIC ->
          keep(new Message.Sleep());
      case UserLibrary.PBT_POWERSETTINGCHANGE ->
          keep(
              new Message.Presence(
                  new Pointer(lParam.longValue()).getInt(SETTING_DATA_OFFSET) == USER_PRESENT));
      default -> {}
    }
  }

  /** A burst of input of one kind is one message. */
  private void keep(Message message) {
    if (came.size() < MOST_MESSAGES_AT_ONCE && !came.contains(message)) {
      came.add(message);
    }
  }

  @Override
  public void close() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }
}
