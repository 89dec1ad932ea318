package io.lull.platform.input;

/** What a source says. Times are of the source's {@code Clock.nanos()}. */
public sealed interface InputSignal {
  String source();

  /** The owner did something; what, is never told. */
  record Activity(String source, long nanos, Kind kind) implements InputSignal {}

  /**
   * The source sees the owner from now on.
   *
   * @param lastInputNanos when the owner was last active as far as the system remembers, else now
   */
  record Working(String source, String detail, long lastInputNanos) implements InputSignal {}

  /** The source is blind from now on; it tries by itself to see again. */
  record Lost(String source, String why) implements InputSignal {}

  record Locked(String source, boolean locked) implements InputSignal {}

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

  /** The owner ends the agent. */
  record Quit(String source) implements InputSignal {}

  /** Which device it was, as far as the source can tell without looking at the content. */
  enum Kind {
    KEY,
    BUTTON,
    MOTION,
    TOUCH,
    UNKNOWN
  }
}
