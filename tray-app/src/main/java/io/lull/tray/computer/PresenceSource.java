package io.lull.tray.computer;

/**
 * A source that detects the owner, in words.
 *
 * @param detail in the agent's own words
 * @param last its last input
 */
public record PresenceSource(String name, boolean works, String detail, String last) {}
