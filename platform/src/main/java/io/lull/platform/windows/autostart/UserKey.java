package io.lull.platform.windows.autostart;

import java.util.Optional;

/** Keys of the registry that are the user's own, as far as they are needed here. */
interface UserKey {
  Optional<String> text(String path, String name);

  void setText(String path, String name, String value);

  Optional<byte[]> bytes(String path, String name);

  /** Nothing happens when there is none. */
  void delete(String path, String name);
}
