package io.lull.platform.linux.x11;

import java.io.IOException;
import java.util.Optional;

/** One way to notice input at an X display. */
interface XWatch {
  /** Tells what there is to tell; returns when another way would be better. */
  void watch() throws IOException;

  /** Makes such a watch, if the server can do what it takes. */
  interface Way {
    Optional<XWatch> open(XConnection connection, WatchContext telling) throws IOException;
  }
}
