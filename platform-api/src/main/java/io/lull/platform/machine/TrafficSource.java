package io.lull.platform.machine;

import io.lull.platform.guest.GuestId;
import java.util.Collection;

/** Cheap enough for a call every few seconds. Not for two threads at once. */
public interface TrafficSource {
  Traffic traffic(Collection<GuestId> guests);
}
