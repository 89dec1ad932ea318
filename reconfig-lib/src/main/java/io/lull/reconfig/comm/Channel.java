package io.lull.reconfig.comm;

/**
 * The numbers of a link's channels. A frame of one of the first waits until the program's thread
 * takes it; of all others, a {@link ChannelHandler} is given the frame on the link's thread.
 */
public final class Channel {
  /** The calls that all workers make together: each frame's tag is the stamp of its call. */
  public static final int CALLS = 0;

  /** From here on frames go to handlers. */
  static final int FIRST_HANDLED = 64;

  /** A chunk of state on its way to its new holder; the tag is its transfer's number. */
  public static final int TRANSFER = 64;

  /** A step of a single unit's move; the tag is the number that its sender gave it. */
  public static final int UNITS = 65;

  /**
   * State that is copied before a change; the tag is its transfer's number, the epoch the
   * meeting's.
   */
  public static final int PRE_COPY = 66;

  /** What was copied of a transfer before the change is still the same; the tag is its number. */
  public static final int COPIED = 67;

  /**
   * State that follows a change; the epoch is the change's. Without a payload, from the receiver:
   * all of it has come.
   */
  public static final int POST_COPY = 68;

  /** From here on a frame's payload is the handler's own, and not the link's. */
  static final int FIRST_KEPT = 96;

  /** What every worker holds alike, for a worker that has nothing yet. */
  public static final int REPLICATED = 96;

  /** At which call the sender has been waiting for a while. */
  public static final int WAITING = 97;

  /** Which units a rank has; the tag is the rank. */
  public static final int INVENTORY = 98;

  /** From here on channels are those of the programming models. */
  public static final int FIRST_OF_MODELS = 128;

  /** One byte tells them apart. */
  public static final int COUNT = 256;

  private Channel() {}

  static boolean isHandled(int channel) {
    return channel >= FIRST_HANDLED;
  }

  /** Whether a frame's payload, however short, is read into a place that is used again. */
  static boolean isBulk(int channel) {
    return channel >= FIRST_HANDLED && channel < FIRST_KEPT;
  }
}
