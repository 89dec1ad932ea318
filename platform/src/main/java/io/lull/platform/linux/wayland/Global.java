package io.lull.platform.linux.wayland;

/**
 * Something that a compositor offers to its clients.
 *
 * @param name a number
 * @param kind the interface, such as {@code wl_seat}
 * @param version the newest that the compositor knows
 */
record Global(int name, String kind, int version) {}
