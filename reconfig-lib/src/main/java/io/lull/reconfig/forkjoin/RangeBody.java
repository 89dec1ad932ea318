package io.lull.reconfig.forkjoin;

/** Does some iterations of a loop; called by several threads at once. */
@FunctionalInterface
public interface RangeBody {
  /** The iterations from one to before another, all of which lie on this worker. */
  void run(long from, long to);
}
