package io.lull.platform.machine;

import io.lull.platform.guest.GuestId;
import java.util.Collection;

/** Counts processor time. Cheap enough to be asked each second. */
public interface LoadSource {
  /** Not to be called by two threads at once. */
  LoadSample sample(Collection<GuestId> guests);
}
