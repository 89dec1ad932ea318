package io.lull.agent.worker;

import io.lull.agent.core.settings.Isolation;

/**
 * What the owner gives to guests.
 *
 * @param isolation without which none starts
 */
public record WorkerLimits(int cores, long memoryBytes, Isolation isolation) {}
