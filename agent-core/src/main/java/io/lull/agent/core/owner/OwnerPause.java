package io.lull.agent.core.owner;

/**
 * The owner's pause, now or once the present guests have ended.
 *
 * @param untilEpochMillis 0: no pause; {@link Long#MAX_VALUE}: until resumed
 * @param afterGuests it begins when the last present guest has ended; no other starts before
 */
record OwnerPause(long untilEpochMillis, boolean afterGuests) {
  static final OwnerPause NONE = new OwnerPause(0, false);

  /** Until when the pause in force lasts; 0: none is in force. */
  long begunUntilEpochMillis() {
    return afterGuests ? 0 : untilEpochMillis;
  }

  OwnerPause begun() {
    return new OwnerPause(untilEpochMillis, false);
  }
}
