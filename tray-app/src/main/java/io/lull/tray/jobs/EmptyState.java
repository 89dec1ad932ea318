package io.lull.tray.jobs;

/** Replaces the queue when there is nothing to show. */
public record EmptyState(String headline, String about, Then then) {
  public static final EmptyState NONE = new EmptyState("", "", Then.NOTHING);

  /** The part below the text. */
  public enum Then {
    NOTHING,
    /** An answer is awaited. */
    WAITING,
    /** The ways to a first job. */
    START,
    /** The way to join a grid. */
    JOIN
  }
}
