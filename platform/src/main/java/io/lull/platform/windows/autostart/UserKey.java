package io.lull.platform.windows.autostart;

import java.util.Optional;

/** The user's own keys of the registry, as far as they are needed here. */
interface UserKey {
  Optional<String> text(String path, String name);

  void setText(String path, String name, String value);

  Optional<byte[]> bytes(String path, String name);

  /** Does nothing if there is none. */
  void delete(String path, String name);
}
