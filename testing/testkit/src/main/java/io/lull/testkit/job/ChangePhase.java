package io.lull.testkit.job;

/** How far a change is. */
public enum ChangePhase {
  /** All are linked, and what is copied before has been copied. */
  MET,

  /** The members will not pass the safe point of the change. */
  AGREED,

  /** All that the change itself moves is where it goes. */
  PREPARED,

  /** All were told that the new configuration is in force. */
  ORDERED,

  /** All of them compute again; data may follow. */
  RESUMED
}
