package io.lull.platform.guest;

/**
 * The most that a guest may take of the machine, with all that it starts.
 *
 * @param cores how many
 * @param memoryBytes of main memory
 */
public record GuestLimits(int cores, long memoryBytes) {}
