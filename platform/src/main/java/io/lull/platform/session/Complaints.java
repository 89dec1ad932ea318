package io.lull.platform.session;

import java.util.HashSet;
import java.util.Set;

/**
 * What the log has been told already: of a peer that tries again and again, each reason is told
 * once. For one thread.
 */
public final class Complaints {
  private static final int MOST = 256;

  private final Set<String> told = new HashSet<>();

  /** Whether to tell it; nothing more after very many. */
  public boolean isNew(String complaint) {
    return told.size() < MOST && told.add(complaint);
  }

  /** All is well again. */
  public void clear() {
    told.clear();
  }
}
