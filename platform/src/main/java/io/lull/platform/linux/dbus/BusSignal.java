package io.lull.platform.linux.dbus;

/**
 * A signal of an object.
 *
 * @param type the interface that has the signal
 */
public record BusSignal(String path, String type, String name, BusBody content) {}
