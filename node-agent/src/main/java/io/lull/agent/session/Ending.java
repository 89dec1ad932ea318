package io.lull.agent.session;

/** How a connection came to its end. */
sealed interface Ending {
  /** This side wants no more. */
  record Closed() implements Ending {}

  /** This side wants to be connected anew. */
  record Redialled() implements Ending {}

  /** Trying again is of no use. */
  record Refused(String line) implements Ending {}

  /** Another try may succeed. */
  record Lost(String why, boolean wasAccepted) implements Ending {}
}
