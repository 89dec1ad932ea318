package io.lull.agent.worker;

/** What the owner gives to guests. */
public record WorkerLimits(int cores, long memoryBytes) {}
