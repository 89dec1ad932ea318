package io.lull.platform.machine;

import java.util.Set;

/** Cheap enough to be asked every ten seconds. */
public interface ProcessNames {
  /** Of the programs that run now, as the system names them, in lower case. */
  Set<String> running();
}
