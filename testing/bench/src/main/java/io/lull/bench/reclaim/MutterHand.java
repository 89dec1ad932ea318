package io.lull.bench.reclaim;

import io.lull.testkit.display.MutterDisplay;

/**
 * A hand at a computer of GNOME's, as a remote desktop's is. Its times are read just before GNOME's
 * compositor is told.
 */
record MutterHand(MutterDisplay display) implements OwnerHand {
  private static final int FAR = 40;

  @Override
  public long does(Gesture gesture) {
    return switch (gesture) {
      case MOTION -> display.move(FAR);
      case BUTTON -> display.click();
      case KEY -> display.key();
    };
  }

  @Override
  public void close() {
    // The display's owner closes it.
  }
}
