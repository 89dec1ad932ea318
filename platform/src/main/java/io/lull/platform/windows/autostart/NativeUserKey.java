package io.lull.platform.windows.autostart;

import com.sun.jna.platform.win32.Advapi32Util;
import com.sun.jna.platform.win32.WinReg;
import java.util.Optional;

/** The real registry. */
final class NativeUserKey implements UserKey {
  @Override
  public Optional<String> text(String path, String name) {
    return there(path, name)
        ? Optional.of(Advapi32Util.registryGetStringValue(WinReg.HKEY_CURRENT_USER, path, name))
        : Optional.empty();
  }

  @Override
  public void setText(String path, String name, String value) {
    Advapi32Util.registryCreateKey(WinReg.HKEY_CURRENT_USER, path);
    Advapi32Util.registrySetStringValue(WinReg.HKEY_CURRENT_USER, path, name, value);
  }

  @Override
  public Optional<byte[]> bytes(String path, String name) {
    return there(path, name)
        ? Optional.of(Advapi32Util.registryGetBinaryValue(WinReg.HKEY_CURRENT_USER, path, name))
        : Optional.empty();
  }

  @Override
  public void delete(String path, String name) {
    if (there(path, name)) {
      Advapi32Util.registryDeleteValue(WinReg.HKEY_CURRENT_USER, path, name);
    }
  }

  private static boolean there(String path, String name) {
    return Advapi32Util.registryValueExists(WinReg.HKEY_CURRENT_USER, path, name);
  }
}
