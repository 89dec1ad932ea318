package io.lull.coordinator.app;

import java.util.List;

/** The hooks of a coordinator that waits while another one of the same store leads. */
interface Standby {
  /**
   * Whether to wait on; asked several times a second.
   *
   * @param leader for people to read
   */
  boolean waitsOn(String leader);

  /**
   * Told when it changes.
   *
   * @param others where the members are that this one is in touch with
   */
  default void inTouchWith(List<String> others) {}
}
