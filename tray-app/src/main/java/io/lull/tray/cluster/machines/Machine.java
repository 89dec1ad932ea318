package io.lull.tray.cluster.machines;

import io.lull.tray.chart.MachineUse;
import io.lull.tray.model.Tone;

/**
 * A row of the table of machines.
 *
 * @param state in a word or two
 * @param drained an operator keeps jobs away, or will once its owner has left
 * @param sinceMillis of its state
 * @param since the same, formatted
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
