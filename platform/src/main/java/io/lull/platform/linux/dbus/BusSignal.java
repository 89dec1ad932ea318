package io.lull.platform.linux.dbus;

/**
 * What an object tells all who want to hear it.
 *
 * @param type the interface of which the signal is
 */
public record BusSignal(String path, String type, String name, BusBody content) {}
