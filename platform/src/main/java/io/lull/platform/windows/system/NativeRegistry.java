package io.lull.platform.windows.system;

import com.sun.jna.platform.win32.Advapi32Util;
import com.sun.jna.platform.win32.Win32Exception;
import com.sun.jna.platform.win32.WinReg;
import java.util.List;
import java.util.OptionalLong;

/** The real registry. A key that disappears during the read counts as missing. */
final class NativeRegistry implements Registry {
  @Override
  public List<String> users() {
    return List.of(Advapi32Util.registryGetKeys(WinReg.HKEY_USERS));
  }

  @Override
  public List<String> keys(String user, String path) {
    try {
      return List.of(Advapi32Util.registryGetKeys(WinReg.HKEY_USERS, user + "\\" + path));
    } catch (Win32Exception e) {
      return List.of();
    }
  }

  @Override
  public OptionalLong number(String user, String path, String name) {
    try {
      final String key = user + "\\" + path;
      return Advapi32Util.registryValueExists(WinReg.HKEY_USERS, key, name)
          ? OptionalLong.of(Advapi32Util.registryGetLongValue(WinReg.HKEY_USERS, key, name))
          : OptionalLong.empty();
    } catch (Win32Exception e) {
      return OptionalLong.empty();
    }
  }
}
