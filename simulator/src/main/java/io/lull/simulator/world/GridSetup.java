package io.lull.simulator.world;

import io.lull.agent.core.settings.Settings;
import java.time.Duration;

/**
 * What a simulated grid is made of.
 *
 * @param seed of everything that chance decides
 * @param coordinators of which one leads
 * @param owners what the owner of each node allows
 * @param longestDelay of a message; most take much less
 * @param roundAfter a coordinator takes what arrives within this time in one round
 * @param iterations of each job's program
 * @param iteration how long one of them takes
 */
public record GridSetup(
    long seed,
    int coordinators,
    int nodes,
    Settings owners,
    Duration longestDelay,
    Duration roundAfter,
    long iterations,
    Duration iteration) {}
