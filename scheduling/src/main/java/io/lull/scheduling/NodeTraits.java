package io.lull.scheduling;

/**
 * What a node is, as far as a job may ask for it.
 *
 * @param memoryBytes what a guest may use
 * @param speed relative to one core of the reference machine
 */
public record NodeTraits(String os, int cores, long memoryBytes, double speed) {}
