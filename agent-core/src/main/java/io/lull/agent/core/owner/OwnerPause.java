package io.lull.agent.core.owner;

/**
 * The owner keeps guests away, now or once those that are here have ended.
 *
 * @param untilEpochMillis 0: they do not; {@link Long#MAX_VALUE}: until it is resumed
 * @param afterGuests it begins when the last of those guests has gone; none comes before
 */
record OwnerPause(long untilEpochMillis, boolean afterGuests) {
  static final OwnerPause NONE = new OwnerPause(0, false);

  /** Until when it lasts that has begun; 0: none has. */
  long begunUntilEpochMillis() {
    return afterGuests ? 0 : untilEpochMillis;
  }

  OwnerPause begun() {
    return new OwnerPause(untilEpochMillis, false);
  }
}
