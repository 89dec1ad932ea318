package io.lull.agent.guest.service;

import io.lull.agent.guest.GuestNumbers;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.protocol.wire.GuestNumber;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The guests that run, or whose agent has not yet been told that nothing of them does. */
final class HostedGuests {
  private final Map<GuestId, Guest> guests = new ConcurrentHashMap<>();

  void add(Guest guest) {
    guests.put(guest.id(), guest);
  }

  void remove(Guest guest) {
    guests.remove(guest.id(), guest);
  }

  /**
   * @throws IOException if there is none of that number
   */
  Guest of(GuestNumber number) throws IOException {
    final Guest guest = guests.get(GuestNumbers.id(number));
    if (guest == null) {
      throw new IOException("there is no guest " + GuestNumbers.id(number));
    }
    return guest;
  }

  Collection<GuestId> ids() {
    return List.copyOf(guests.keySet());
  }
}
