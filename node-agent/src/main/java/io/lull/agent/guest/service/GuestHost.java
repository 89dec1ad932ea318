package io.lull.agent.guest.service;

import io.lull.platform.guest.GuestMeter;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.MeteredGuests;
import java.nio.file.Path;

/**
 * What the service hosts guests with.
 *
 * @param folder in which the agent makes their folders
 * @param material a folder of the service's own, for what sandboxes are made from
 */
public record GuestHost(MeteredGuests guests, Path folder, Path material) {
  GuestStarter starter() {
    return guests.starter();
  }

  GuestMeter meter() {
    return guests.meter();
  }
}
