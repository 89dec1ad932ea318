package io.lull.platform.linux.wayland;

/**
 * A global object of a compositor.
 *
 * @param name a number
 * @param kind the interface, such as {@code wl_seat}
 * @param version the newest that the compositor supports
 */
record Global(int name, String kind, int version) {}
