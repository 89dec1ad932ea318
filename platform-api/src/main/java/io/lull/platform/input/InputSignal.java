package io.lull.platform.input;

import java.util.Set;

/** What a source says. Times are of the source's {@code Clock.nanos()}. */
public sealed interface InputSignal {
  String source();

  /**
   * The owner did something; what, is never told.
   *
   * @param nanos as early as the system tells: the kernel's or display server's own time where
   *     there is one
   * @param movedPixels how far the pointer has moved, if that is all that happened; {@link #MORE}
   *     if anything else did, or it is not known
   */
  record Activity(String source, long nanos, Kind kind, int movedPixels) implements InputSignal {
    public static final int MORE = Integer.MAX_VALUE;

    public Activity(String source, long nanos, Kind kind) {
      this(source, nanos, kind, MORE);
    }
  }

  /**
   * The source sees from now on; said again when what it covers has changed.
   *
   * @param lastInputNanos when the owner was last active as far as the system remembers, else now
   */
  record Working(String source, String detail, long lastInputNanos, Set<Coverage> coverage)
      implements InputSignal {
    public Working {
      coverage = Set.copyOf(coverage);
    }
  }

  /** The source is blind from now on; it tries by itself to see again. */
  record Lost(String source, String why) implements InputSignal {}

  /** There is nothing left to see for it: its session has ended, its device was unplugged. */
  record Gone(String source) implements InputSignal {}

  record Locked(String source, boolean locked) implements InputSignal {}

  /** Somebody is logged in, or something about their session has changed. */
  record SessionSeen(String source, UserSession session) implements InputSignal {}

  record SessionEnded(String source, String id) implements InputSignal {}

  /**
   * The owner is busy with the machine though their hands are still.
   *
   * @param by what says so, for people: {@code Firefox: playing a video}; empty: not known
   * @param on from now on, or no longer
   */
  record Engaged(String source, Engagement how, String by, boolean on) implements InputSignal {}

  /**
   * From now on the owner's programs take this share of all cores; a source that says so stands for
   * the measurement.
   */
  record OwnerLoad(String source, double share) implements InputSignal {}

  /**
   * A source that says so stands for the machine's own power supply.
   *
   * @param charge of the battery, 0 to 1
   */
  record Power(String source, boolean mains, double charge) implements InputSignal {}

  /** The machine was asleep until now, or is about to be. */
  record Slept(String source) implements InputSignal {}

  /** The owner ends the agent. */
  record Quit(String source) implements InputSignal {}

  /** Which device it was, as far as the source can tell without looking at the content. */
  enum Kind {
    KEY,
    BUTTON,
    MOTION,
    TOUCH,
    TERMINAL,
    UNKNOWN
  }

  enum Engagement {
    /** A program keeps the screen from going dark: a call, a presentation, a video. */
    SCREEN_KEPT_ON,
    FULL_SCREEN,
    MICROPHONE,
    CAMERA,
    /** Somebody looks at, or works with, this machine's desktop from another. */
    REMOTE_DESKTOP
  }
}
