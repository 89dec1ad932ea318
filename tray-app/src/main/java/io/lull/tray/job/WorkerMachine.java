package io.lull.tray.job;

import io.lull.tray.model.Tone;

/**
 * A worker's machine.
 *
 * @param rank of the worker; negative: it has none
 * @param doing what the worker does, in a word
 * @param owner how the owner is
 * @param share of the data; empty: none, or not known
 */
public record WorkerMachine(
    int rank, String node, String doing, String owner, Tone tone, String share) {}
