package io.lull.protocol.model;

import java.util.Locale;

/** Why it happened. */
public enum EventCause {
  OWNER,
  SCHEDULER,
  FAILURE,
  OPERATOR,
  OPPORTUNITY,
  CONTRACT;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
