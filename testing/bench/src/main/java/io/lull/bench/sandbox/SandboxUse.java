package io.lull.bench.sandbox;

import java.util.Locale;

/** Whether guests are confined. */
enum SandboxUse {
  SANDBOX,
  OUTSIDE;

  SandboxUse other() {
    return this == SANDBOX ? OUTSIDE : SANDBOX;
  }

  /** The value of the agents' label of the same name. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
