package io.lull.reconfig.forkjoin;

import java.util.List;

/** What a loop is about, as messages about calls that do not agree name it. */
final class CallSubject {
  /** Fewer bits than this are carried with a call. */
  static final int NO_ARRAY = (1 << 11) - 1;

  static final int ONCE = NO_ARRAY - 1;

  private CallSubject() {}

  static String of(int subject, List<SharedArray> arrays) {
    if (subject == ONCE) {
      return "once(...)";
    }
    return subject < arrays.size()
        ? "a loop over array " + arrays.get(subject).name()
        : "a loop over no array";
  }
}
