package io.lull.system;

import java.util.ArrayList;
import java.util.List;

/** Ends one thing after the other, whatever fails, and fails after the last. */
final class Closing {
  private final List<AssertionError> complaints = new ArrayList<>();

  Closing then(Runnable close) {
    try {
      close.run();
    } catch (AssertionError e) {
      complaints.add(e);
    }
    return this;
  }

  void done() {
    if (!complaints.isEmpty()) {
      final AssertionError first = complaints.removeFirst();
      complaints.forEach(first::addSuppressed);
      throw first;
    }
  }
}
