package io.lull.agent.core.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The isolation without which no guest starts. */
public enum Isolation {
  ANY("any"),
  SANDBOX("sandbox"),
  SANDBOX_AND_CONTROL_GROUPS("sandbox and control groups");

  static final String FORM =
      Arrays.stream(values()).map(Isolation::wire).collect(Collectors.joining(", or "));

  private final String wire;

  Isolation(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }

  /** Whether these suffice. */
  public boolean met(boolean sandbox, boolean groups) {
    return switch (this) {
      case ANY -> true;
      case SANDBOX -> sandbox;
      case SANDBOX_AND_CONTROL_GROUPS -> sandbox && groups;
    };
  }

  static Isolation parse(String text) {
    return Arrays.stream(values())
        .filter(value -> value.wire.equals(text.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a kind of isolation"));
  }
}
