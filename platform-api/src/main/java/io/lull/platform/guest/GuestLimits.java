package io.lull.platform.guest;

/**
 * The limits of a guest and everything that it starts.
 *
 * @param cores number of cores
 * @param memoryBytes of main memory
 */
public record GuestLimits(int cores, long memoryBytes) {}
