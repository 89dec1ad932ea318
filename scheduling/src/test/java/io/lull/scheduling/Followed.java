package io.lull.scheduling;

import java.util.SortedSet;

/** A job after a plan was followed. */
final class Followed {
  private Followed() {}

  static JobDemand by(JobDemand job, SortedSet<String> given, long nowMillis) {
    final JobDemand.Turn turn = job.turn();
    final boolean turned = job.present().isEmpty() != given.isEmpty();
    return new JobDemand(
        job.id(),
        new JobDemand.Turn(
            turn.priority(),
            turn.user(),
            turn.number(),
            turned ? nowMillis : turn.sinceMillis(),
            job.present().equals(given) ? turn.changedMillis() : nowMillis),
        job.share().settlingOn(given.size()),
        job.needs(),
        given,
        job.avoided(),
        job.moves());
  }
}
