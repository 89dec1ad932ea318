package io.lull.platform.session;

import io.lull.platform.input.InputSource;
import java.util.List;

/** The graphical session of a process. */
public interface WatchedSession {
  /** Its id in the system's list of sessions; empty: there is no such list, or it is not known. */
  String id();

  /** {@code x11}, {@code wayland}, {@code windows}, {@code macos}. */
  String kind();

  /** For people: {@code :0}. */
  String display();

  /** New sources that observe its user. */
  List<InputSource> sources();

  /** Whether it has ended for good; called while its display cannot be reached. */
  boolean over();
}
