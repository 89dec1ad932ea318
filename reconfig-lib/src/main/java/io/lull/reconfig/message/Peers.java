package io.lull.reconfig.message;

import java.util.List;

/**
 * A task's way to all others, by their ids. Whoever they run beside, the calls are the same. On the
 * task's thread only; none may be used outside of the call that was given it.
 *
 * <p>A message is an array, which is copied before the call returns, or an object of a class that
 * {@link TaskSpace#register} has named. Messages from one task to another arrive in the order in
 * which they were sent; a receiver that asks for a tag leaves those of other tags waiting.
 *
 * <p>A sender waits while {@value #WINDOW_BYTES} bytes of its messages to the same task have not
 * been taken in by that task's worker, or wait there to be received. A message of {@value
 * #LARGE_BYTES} bytes or more waits until it has arrived there; it need not have been received. A
 * task that sends itself more than that before it receives waits for itself, and the job ends.
 */
public interface Peers {
  /** Any sender, or any tag. */
  int ANY = -1;

  /** No message is longer. */
  int MOST_BYTES = 128 << 20;

  /** So much may be under way from one task to another. */
  int WINDOW_BYTES = 256 << 10;

  /** From so many bytes on a call of {@code send} returns when the message has arrived. */
  int LARGE_BYTES = 128 << 10;

  /** This task's id. */
  long id();

  /** With so many tasks the program began. */
  int count();

  /**
   * Sends a message.
   *
   * @param to a task's id, also this one's
   * @param tag from 0
   * @throws io.lull.reconfig.ProgramError when there is no such task, or it has ended, or the
   *     message is longer than {@value #MOST_BYTES} bytes; the job fails
   */
  void send(long to, int tag, byte[] values);

  /** As {@link #send(long, int, byte[])}. */
  void send(long to, int tag, int[] values);

  /** As {@link #send(long, int, byte[])}. */
  void send(long to, int tag, long[] values);

  /** As {@link #send(long, int, byte[])}. */
  void send(long to, int tag, float[] values);

  /** As {@link #send(long, int, byte[])}. */
  void send(long to, int tag, double[] values);

  /**
   * Sends an object.
   *
   * @param value of a class that {@link TaskSpace#register} has named, or an array, a string, a
   *     boxed number or a common collection of Java
   * @throws io.lull.reconfig.ProgramError as {@link #send(long, int, byte[])}, and when its class
   *     is not registered
   */
  void send(long to, int tag, Object value);

  /**
   * Hands an array over: it is not copied if the other task is on the same worker. This task must
   * not use it any more.
   */
  void give(long to, int tag, double[] values);

  /**
   * As {@link #send(long, int, double[])}, without waiting; the array is copied at once. When
   * {@link Pending#await} returns, the message is under way.
   */
  Pending<Void> begin(long to, int tag, double[] values);

  /**
   * The next message from a task, with a tag; waits for it.
   *
   * @param from a task's id, or {@link #ANY}: the one that arrived first
   * @param tag or {@link #ANY}
   */
  Message receive(long from, int tag);

  /**
   * As {@link #receive}, without waiting: of several that could take the same message, the one that
   * began first takes it.
   */
  Pending<Message> begin(long from, int tag);

  /** Whether {@link #receive} would return at once. */
  boolean probe(long from, int tag);

  /** Sends to a task and receives from it, with the same tag. */
  default Message exchange(long with, int tag, double[] values) {
    send(with, tag, values);
    return receive(with, tag);
  }

  /** All tasks with which the program began. */
  TaskGroup all();

  /**
   * Some tasks, for calls that these make together.
   *
   * @param members their ids, the same and in the same order in each of them; this task is one
   */
  TaskGroup group(List<Long> members);

  /**
   * Begins a new task on this worker; it may move at once.
   *
   * @return its id, the same whenever this is repeated
   */
  long spawn(Task task);
}
