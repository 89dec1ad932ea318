package io.lull.agent.core.owner;

/**
 * @param reclaims from the owner's event to no guest running beyond what the owner allows
 * @param vacates from the owner's event to the guest's memory being free
 * @param lostReclaims workers that were killed at the end of their grace period
 */
record Records(DurationRecord reclaims, DurationRecord vacates, long lostReclaims) {
  static final Records NONE = new Records(DurationRecord.NONE, DurationRecord.NONE, 0);

  Records reclaimed(double millis) {
    return new Records(reclaims.add(millis), vacates, lostReclaims);
  }

  Records vacated(double millis) {
    return new Records(reclaims, vacates.add(millis), lostReclaims);
  }

  Records lost() {
    return new Records(reclaims, vacates, lostReclaims + 1);
  }
}
