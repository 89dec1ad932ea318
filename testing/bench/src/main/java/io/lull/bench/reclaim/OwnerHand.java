package io.lull.bench.reclaim;

import java.io.IOException;

/** An owner's hand on keyboard and mouse. */
interface OwnerHand extends AutoCloseable {
  /** What it does. */
  enum Gesture {
    KEY("key"),
    MOTION("motion"),
    BUTTON("button");

    private final String word;

    Gesture(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** Of the monotonic clock, just before the display server is told. */
  long does(Gesture gesture) throws IOException;

  @Override
  void close() throws IOException;
}
