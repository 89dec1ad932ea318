package io.lull.tray.chart;

/**
 * A line across a chart, and what it is called.
 *
 * @param at its place: a moment in epoch milliseconds, or a number
 * @param strong where a larger unit begins
 */
public record Tick(double at, String label, boolean strong) {}
