package io.lull.reconfig.comm;

/** Why a thread that waits for a frame is to go on without one; asked before each wait. */
@FunctionalInterface
public interface WakeReason {
  boolean awake();
}
