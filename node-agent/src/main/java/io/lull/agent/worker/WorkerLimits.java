package io.lull.agent.worker;

import io.lull.agent.core.settings.Isolation;

/**
 * What the owner gives to guests.
 *
 * @param diskBytes that each may have written at a time
 * @param isolation without which none starts
 */
public record WorkerLimits(int cores, long memoryBytes, long diskBytes, Isolation isolation) {}
