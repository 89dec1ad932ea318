package io.lull.coordinator.job;

/** What a job is in the middle of. */
public sealed interface Phase {
  /** It waits for its first nodes. */
  record Queued() implements Phase {}
}
