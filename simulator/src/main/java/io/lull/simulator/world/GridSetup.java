package io.lull.simulator.world;

import io.lull.agent.core.settings.Settings;
import io.lull.protocol.wire.StartWorker;
import io.lull.simulator.job.JobPace;
import java.time.Duration;
import java.util.function.Function;

/**
 * What a simulated grid is made of.
 *
 * @param seed of everything that chance decides
 * @param coordinators of which one leads
 * @param owners what the owner of each node allows
 * @param longestDelay of a message; most take much less
 * @param roundAfter a coordinator takes what arrives within this time in one round
 * @param paces how fast a program is that such an order starts
 */
public record GridSetup(
    long seed,
    int coordinators,
    int nodes,
    Settings owners,
    Duration longestDelay,
    Duration roundAfter,
    Function<StartWorker, JobPace> paces) {}
