package io.lull.platform.machine;

import io.lull.platform.guest.GuestId;
import java.util.Collection;

/** Cheap enough to be asked every few seconds. Not to be called by two threads at once. */
public interface TrafficSource {
  Traffic traffic(Collection<GuestId> guests);
}
