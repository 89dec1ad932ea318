package io.lull.platform.windows.session;

import com.sun.jna.Pointer;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.Wtsapi32;
import com.sun.jna.platform.win32.Wtsapi32.WTS_CONNECTSTATE_CLASS;
import com.sun.jna.platform.win32.Wtsapi32.WTS_INFO_CLASS;
import com.sun.jna.platform.win32.Wtsapi32.WTS_SESSION_INFO;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import io.lull.platform.windows.system.WindowsError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Remote Desktop Services, which keeps the table on every Windows. */
final class NativeSessionTable implements SessionTable {
  private static final int VERSION = 1;

  /** Of {@code WTSINFOEXW}: the level, then, aligned to eight bytes, id, state and flags. */
  private static final int FLAGS_OFFSET = 16;

  private static final int LOCKED = 0;

  /** The user's name may be hidden; that there is a user follows from the session's use. */
  private static final String SOMEBODY = "somebody";

  @Override
  public int own() {
    final IntByReference session = new IntByReference();
    WindowsError.unless(
        Kernel32.INSTANCE.ProcessIdToSessionId(Kernel32.INSTANCE.GetCurrentProcessId(), session),
        "ProcessIdToSessionId");
    return session.getValue();
  }

  @Override
  public List<Row> rows() {
    final PointerByReference table = new PointerByReference();
    final IntByReference count = new IntByReference();
    WindowsError.unless(
        Wtsapi32.INSTANCE.WTSEnumerateSessions(
            Wtsapi32.WTS_CURRENT_SERVER_HANDLE, 0, VERSION, table, count),
        "WTSEnumerateSessions");
    try {
      if (count.getValue() == 0) {
        return List.of();
      }
      final WTS_SESSION_INFO first = new WTS_SESSION_INFO(table.getValue());
      first.read();
      final List<Row> rows = new ArrayList<>();
      Arrays.stream((WTS_SESSION_INFO[]) first.toArray(count.getValue()))
          .map(each -> row(each.SessionId, each.State))
          .forEach(rows::add);
      return rows;
    } finally {
      Wtsapi32.INSTANCE.WTSFreeMemory(table.getValue());
    }
  }

  /** A session that ends during the read gives no answer any more: it has no user. */
  private Row row(int id, int state) {
    final Link link =
        switch (state) {
          case WTS_CONNECTSTATE_CLASS.WTSActive -> Link.ACTIVE;
          case WTS_CONNECTSTATE_CLASS.WTSConnected -> Link.CONNECTED;
          case WTS_CONNECTSTATE_CLASS.WTSDisconnected -> Link.DISCONNECTED;
          default -> Link.OTHER;
        };
    return new Row(
        id,
        link,
        ask(id, WTS_INFO_CLASS.WTSUserName, each -> each.getWideString(0))
            .orElse(link == Link.ACTIVE ? SOMEBODY : ""),
        ask(id, WTS_INFO_CLASS.WTSClientProtocolType, each -> each.getShort(0) != 0).orElse(false),
        ask(id, WTS_INFO_CLASS.WTSSessionInfoEx, NativeSessionTable::isLocked).orElse(false));
  }

  @Override
  public boolean locked(int id) {
    return ask(id, WTS_INFO_CLASS.WTSSessionInfoEx, NativeSessionTable::isLocked)
        .orElseThrow(
            () -> new WindowsError("session " + id + " does not say whether it is locked"));
  }

  private static boolean isLocked(Pointer answer) {
    return answer.getInt(FLAGS_OFFSET) == LOCKED;
  }

  private static <T> Optional<T> ask(int id, int what, Function<Pointer, T> read) {
    final PointerByReference answer = new PointerByReference();
    final IntByReference bytes = new IntByReference();
    if (!Wtsapi32.INSTANCE.WTSQuerySessionInformation(
        Wtsapi32.WTS_CURRENT_SERVER_HANDLE, id, what, answer, bytes)) {
      return Optional.empty();
    }
    try {
      return Optional.of(read.apply(answer.getValue()));
    } finally {
      Wtsapi32.INSTANCE.WTSFreeMemory(answer.getValue());
    }
  }
}
