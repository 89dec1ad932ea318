package io.lull.reconfig.model;

/**
 * Called by a programming model when its program has reached a safe point: between two calls of
 * this the state may be anything, at the call it is whole. What is ordered for the safe point is
 * carried out within the call. The program's thread.
 */
public interface SafePoints {
  /**
   * The program has come to its next safe point. Without an order for it, this costs a volatile
   * write, two reads, and allocates nothing.
   *
   * @param last whether the program ends here
   * @param advance moves the model's own position past the safe point; run once, before the safe
   *     point is counted and orders are carried out. Where the workers break up before all have
   *     come, it is run later, if the job goes back to this very safe point, and else never
   * @throws Restarted when the program's state stands elsewhere now, or has been handed over: the
   *     model lets it pass
   * @throws io.lull.reconfig.collective.EpochBroken when the workers cannot go on together
   */
  void reached(boolean last, Runnable advance);

  /**
   * The program stands at a safe point until an order comes, and that is carried out, or until
   * {@link #wake}. For programs whose own thread has nothing to compute: while it is here, all safe
   * points are reached that are asked for.
   *
   * @throws Restarted as {@link #reached}
   */
  void pause() throws InterruptedException;

  /**
   * Has {@link #pause} return, the present call or the next one, though no order came: the program
   * has something to do or to say itself, such as its end or a failure. Any thread; it does not
   * wait.
   */
  void wake();

  /** Memory is short: what is only kept for the case of an early return is to make room. */
  void giveUpKept();
}
