package io.lull.platform.windows.system;

import java.util.List;
import java.util.OptionalLong;

/** The parts of the registry that are read: names of keys, and numbers. */
interface Registry {
  /** Of all users whose settings are loaded: those who are logged in. */
  List<String> users();

  /** The names of the keys below one of a user's; none if there is no such key. */
  List<String> keys(String user, String path);

  OptionalLong number(String user, String path, String name);
}
