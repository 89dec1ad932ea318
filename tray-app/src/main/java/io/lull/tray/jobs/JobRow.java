package io.lull.tray.jobs;

import io.lull.tray.model.Tone;

/**
 * A job in the queue.
 *
 * @param progress from 0 to 1; negative: not known
 * @param far in iterations or tasks; empty: nothing is known
 * @param open whether this person may open it
 */
public record JobRow(
    String id,
    String title,
    String about,
    String state,
    Tone tone,
    double progress,
    String far,
    String workers,
    String time,
    boolean open) {}
