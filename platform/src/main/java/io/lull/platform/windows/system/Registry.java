package io.lull.platform.windows.system;

import java.util.List;
import java.util.OptionalLong;

/** The registry as far as it is read: names of keys, and numbers. */
interface Registry {
  /** Of everybody whose settings are loaded now: those who are logged in. */
  List<String> users();

  /** The names of the keys below one of a user's; none where there is no such key. */
  List<String> keys(String user, String path);

  OptionalLong number(String user, String path, String name);
}
