package io.lull.platform.machine;

import java.util.Set;

/** Cheap enough for a call every ten seconds. */
public interface ProcessNames {
  /** Names of the running programs, as the system has them, in lower case. */
  Set<String> running();
}
