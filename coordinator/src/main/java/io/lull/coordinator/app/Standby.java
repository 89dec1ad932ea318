package io.lull.coordinator.app;

/** Who is asked while another coordinator of the same store leads. */
interface Standby {
  /**
   * Whether to wait on; asked several times a second.
   *
   * @param leader for people to read
   */
  boolean waitsOn(String leader);
}
