package io.lull.reconfig.comm;

/** Is told when a link ends that this worker did not close; on any thread. */
@FunctionalInterface
public interface LossListener {
  /**
   * @param linkEpoch in which the link was made
   */
  void lost(String peer, long linkEpoch, String why);
}
