package io.lull.reconfig.message.task;

/** The ids of tasks that other tasks begin: the same whenever the parent does the same again. */
final class TaskIds {
  /** Set in the id of each of them, and in that of no task with which a program begins. */
  private static final long SPAWNED = 1L << 62;

  private TaskIds() {}

  /**
   * @param number how many the parent had begun before
   */
  static long child(long parent, int number) {
    return SPAWNED | (mixed(mixed(parent) + number + 1) & (SPAWNED - 1));
  }

  /** The finalizer of SplitMix64, after G. L. Steele Jr. et al., OOPSLA 2014. */
  private static long mixed(long value) {
    long z = value + 0x9e37_79b9_7f4a_7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return z ^ (z >>> 31);
  }
}
