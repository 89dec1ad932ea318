package io.lull.platform.session;

import io.lull.platform.input.InputSource;
import java.util.List;

/** The graphical session that a program finds itself in. */
public interface WatchedSession {
  /** As the system's list of sessions has it; empty: there is no such list, or it is not known. */
  String id();

  /** {@code x11}, {@code wayland}, {@code windows}, {@code macos}. */
  String kind();

  /** For people: {@code :0}. */
  String display();

  /** What sees its user, made anew. */
  List<InputSource> sources();

  /** Whether it has ended for good; asked while its display is not seen. */
  boolean over();
}
