package io.lull.tray.cluster.machines;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.model.Tone;

/**
 * A row of the table: what is to be read of a machine.
 *
 * @param state in a word or two
 * @param drained an operator keeps jobs away, or will as soon as its owner is gone
 * @param sinceMillis of its state
 * @param since the same, as it is read
 * @param reason of its state, in a sentence
 */
public record Machine(
    String name,
    MachineUse use,
    Tone tone,
    String state,
    boolean drained,
    long sinceMillis,
    String since,
    String job,
    int cores,
    long memoryBytes,
    String memory,
    String labels,
    String reason) {}
