package io.lull.reconfig.message;

/**
 * A message as a task received it. What it has is the receiver's own from then on: the sender has
 * another copy.
 */
public interface Message {

  /** The sender's id. */
  long from();

  /** As the sender gave it. */
  int tag();

  /**
   * What it has, as the sender sent it.
   *
   * @throws io.lull.reconfig.ProgramError when something else was sent
   */
  byte[] bytes();

  /** As {@link #bytes}. */
  int[] ints();

  /** As {@link #bytes}. */
  long[] longs();

  /** As {@link #bytes}. */
  float[] floats();

  /** As {@link #bytes}. */
  double[] doubles();

  /**
   * The object that it has.
   *
   * @throws io.lull.reconfig.ProgramError when something else was sent
   */
  <T> T as(Class<T> type);
}
