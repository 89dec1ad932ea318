package io.lull.platform.machine;

import io.lull.platform.guest.GuestId;
import java.util.Collection;

/** Counts processor time. Cheap enough for a call per second. */
public interface LoadSource {
  /** Not for two threads at once. */
  LoadSample sample(Collection<GuestId> guests);
}
