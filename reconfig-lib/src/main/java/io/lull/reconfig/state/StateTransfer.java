package io.lull.reconfig.state;

/**
 * A part of the state that one worker gives to one other, or keeps.
 *
 * @param number its place in the plan
 * @param sourceRank the rank of the configuration before whose state it is
 * @param from the worker that can read it now
 * @param to the worker that is to hold it
 * @param bytes of state, without what says where they belong
 */
public record StateTransfer(int number, int sourceRank, String from, String to, long bytes) {
  public boolean isLocal() {
    return from.equals(to);
  }
}
