package io.lull.agent.owner;

/**
 * What besides the owner's activity decides whether guests may run.
 *
 * @param exclusiveProgram that runs; empty: none
 * @param pausedUntilEpochMillis 0: not paused; {@link Long#MAX_VALUE}: until resumed
 */
record Conditions(
    boolean mains, double charge, String exclusiveProgram, long pausedUntilEpochMillis) {
  static final Conditions NORMAL = new Conditions(true, 1, "", 0);

  Conditions power(boolean nowMains, double nowCharge) {
    return new Conditions(nowMains, nowCharge, exclusiveProgram, pausedUntilEpochMillis);
  }

  Conditions exclusive(String program) {
    return new Conditions(mains, charge, program, pausedUntilEpochMillis);
  }

  Conditions pausedUntil(long epochMillis) {
    return new Conditions(mains, charge, exclusiveProgram, epochMillis);
  }
}
