package io.lull.platform.session;

import io.lull.platform.input.InputSource;
import java.util.List;

/** The graphical session of a process. */
public interface WatchedSession {
  /** The kind of the computer's own input devices, which are of no session. */
  String DEVICES = "devices";

  /** Its id in the system's list of sessions; empty: there is no such list, or it is not known. */
  String id();

  /** {@code x11}, {@code wayland}, {@code windows}, {@code macos}, {@link #DEVICES}. */
  String kind();

  /** For people: {@code :0}. */
  String display();

  /** New sources that observe its user. */
  List<InputSource> sources();

  /** Whether it has ended for good; called while its display cannot be reached. */
  boolean over();
}
