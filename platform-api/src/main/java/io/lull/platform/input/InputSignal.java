package io.lull.platform.input;

import java.util.Set;

/** A signal of a source. Times are those of the source's {@code Clock.nanos()}. */
public sealed interface InputSignal {
  String source();

  /**
   * The owner was active; the content of the input is never reported.
   *
   * @param nanos as early as the system tells: the kernel's or display server's own time if there
   *     is one
   * @param movedPixels how far the pointer has moved, if nothing else happened; {@link #MORE} for
   *     anything else, or if not known
   */
  record Activity(String source, long nanos, Kind kind, int movedPixels) implements InputSignal {
    public static final int MORE = Integer.MAX_VALUE;

    public Activity(String source, long nanos, Kind kind) {
      this(source, nanos, kind, MORE);
    }
  }

  /**
   * The source works from now on; repeated when its coverage has changed.
   *
   * @param lastInputNanos when the owner was last active as far as the system remembers, else now
   */
  record Working(String source, String detail, long lastInputNanos, Set<Coverage> coverage)
      implements InputSignal {
    public Working {
      coverage = Set.copyOf(coverage);
    }
  }

  /** The source is blind from now on; it keeps trying to recover. */
  record Lost(String source, String why) implements InputSignal {}

  /** The source has nothing left to observe: its session has ended, its device was unplugged. */
  record Gone(String source) implements InputSignal {}

  record Locked(String source, boolean locked) implements InputSignal {}

  /** Somebody is logged in, or their session has changed. */
  record SessionSeen(String source, UserSession session) implements InputSignal {}

  record SessionEnded(String source, String id) implements InputSignal {}

  /**
   * The owner is engaged without using input devices.
   *
   * @param by the program, for people: {@code Firefox: playing a video}; empty: not known
   * @param on from now on, or no longer
   */
  record Engaged(String source, Engagement how, String by, boolean on) implements InputSignal {}

  /** From now on the owner's programs take this share of all cores; replaces the measurement. */
  record OwnerLoad(String source, double share) implements InputSignal {}

  /**
   * Replaces the machine's own power supply.
   *
   * @param charge of the battery, 0 to 1
   */
  record Power(String source, boolean mains, double charge) implements InputSignal {}

  /** The machine has slept until now, or is about to sleep. */
  record Slept(String source) implements InputSignal {}

  /** The owner ends the agent. */
  record Quit(String source) implements InputSignal {}

  /** The kind of device, as far as the source can tell without the content. */
  enum Kind {
    KEY,
    BUTTON,
    MOTION,
    TOUCH,
    TERMINAL,
    UNKNOWN
  }

  enum Engagement {
    /** A program prevents the screen from turning off: a call, a presentation, a video. */
    SCREEN_KEPT_ON,
    FULL_SCREEN,
    MICROPHONE,
    CAMERA,
    /** Somebody watches or controls this machine's desktop from another machine. */
    REMOTE_DESKTOP
  }
}
