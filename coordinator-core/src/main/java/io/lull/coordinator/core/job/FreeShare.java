package io.lull.coordinator.core.job;

/** The part of a node's processor time that its owner's programs leave to a guest. */
public final class FreeShare {
  /** No program of the owner's uses any, or what they use is not known. */
  public static final double WHOLE = 1;

  /** A guest gets some of the processor's time even beside an owner who needs all of it. */
  private static final double LEAST = 0.05;

  private FreeShare() {}

  /**
   * @param ownerLoad the part that the owner's programs use, as an agent says it: any number
   */
  public static double beside(double ownerLoad) {
    return ownerLoad > 0 ? Math.max(LEAST, WHOLE - ownerLoad) : WHOLE;
  }
}
