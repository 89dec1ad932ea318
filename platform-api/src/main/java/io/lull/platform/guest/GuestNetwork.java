package io.lull.platform.guest;

/** What a guest reaches of the network. */
public enum GuestNetwork {
  /** Nothing. */
  NONE,
  /** The sockets that the agent passes to it, at a Unix domain socket in its folder. */
  PASSED,
  /** Whatever this machine reaches. */
  OPEN
}
