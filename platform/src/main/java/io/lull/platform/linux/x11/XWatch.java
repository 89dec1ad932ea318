package io.lull.platform.linux.x11;

import java.io.IOException;
import java.util.Optional;

/** One way to observe input at an X display. */
interface XWatch {
  /** Reports input; returns if another way would be better. */
  void watch() throws IOException;

  /** Makes such a watch, if the server supports it. */
  interface Way {
    Optional<XWatch> open(XConnection connection, WatchContext telling) throws IOException;
  }
}
