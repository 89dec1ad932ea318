package io.lull.tray.jobs;

/** What stands where the queue would, when there is nothing to show. */
public record EmptyState(String headline, String about, Then then) {
  public static final EmptyState NONE = new EmptyState("", "", Then.NOTHING);

  /** What stands below the words. */
  public enum Then {
    NOTHING,
    /** That an answer is awaited. */
    WAITING,
    /** The ways to a first job. */
    START,
    /** The way onto a grid. */
    JOIN
  }
}
