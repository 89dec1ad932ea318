package io.lull.tray.job;

import io.lull.tray.model.Tone;

/**
 * A worker's machine.
 *
 * @param rank of the worker; negative: none
 * @param doing the worker's state, in a word
 * @param owner the owner's state
 * @param share of the data; empty: none, or not known
 */
public record WorkerMachine(
    int rank, String node, String doing, String owner, Tone tone, String share) {}
