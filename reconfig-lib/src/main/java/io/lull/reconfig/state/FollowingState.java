package io.lull.reconfig.state;

import java.util.List;

/**
 * A state of which parts may come after the change that moves them is in force, because the program
 * waits for each part of it before it uses it. The program's thread, but where noted.
 */
public interface FollowingState {
  /** Whether a transfer may come later. A pure function of the plan; any thread. */
  boolean mayFollow(StatePlan plan, StateTransfer transfer);

  /**
   * Holds back what this worker gives to another, as it is at this safe point.
   *
   * @param following all that follow to that worker, also from others
   * @param self this worker's name
   */
  PostCopySource holdBack(StatePlan plan, List<StateTransfer> following, String self);

  /**
   * Takes what follows to this worker, in the room that was prepared for it.
   *
   * @param following not empty
   */
  PostCopyTarget await(StatePlan plan, List<StateTransfer> following);
}
