package io.lull.platform.guest;

/**
 * Who starts guests, and who counts what they use.
 *
 * @param meter of the starter's guests
 */
public record MeteredGuests(GuestStarter starter, GuestMeter meter) {}
