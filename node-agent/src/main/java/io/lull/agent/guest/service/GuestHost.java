package io.lull.agent.guest.service;

import io.lull.platform.guest.GuestStarter;
import io.lull.platform.linux.GuestMeter;
import java.nio.file.Path;

/**
 * What the service hosts guests with.
 *
 * @param meter of the starter's guests
 * @param folder in which the agent makes their folders
 * @param material a folder of the service's own, for what sandboxes are made from
 */
public record GuestHost(GuestStarter starter, GuestMeter meter, Path folder, Path material) {}
